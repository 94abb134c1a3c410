package rubric

// This file is the row of exercise 13.

import (
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// tiling is exercise 13. The limits lie 50 % or more above what the solutions load. The
// stubs load at least five times the limits. Kernels that share half of the data, or share
// it only within a warp, load at least 1.6 times the limits.
var tiling = Exercise{
	Name:    "13_shared_memory",
	Package: "tiling",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Product",
			Form:      Improve,
			Signature: "func(c, a, b []float32, m, k, n int)",
			SizeNames: []string{"m", "k", "n"},
			Sizes:     []Size{{127, 33, 129}, {128, 64, 16}, {129, 5, 127}, {1, 1, 1}, {3, 100, 17}, {112, 96, 144}},
			Spans:     []Span{{1, 140, 1}, {1, 140, 1}, {1, 140, 1}},
			Less:      Size{16, 0, 16},
			Case:      product,
			Why:       productWhy,
			Where:     productWhere,
			Hints: map[Symptom]string{
				BadValue: "are the tiles complete before a thread uses them, and have all threads finished with them before they are overwritten? does a tile hold 0 where it is outside the matrix?",
				Outside:  "some blocks reach past the right and the lower edge of c: their threads load and wait with the others, but must not store",
			},
			Goals: []Goal{
				tileSectors,
				sharedBytes(4096, "two tiles of 16×16 float32 are 2048 bytes: keep in shared memory only what the block needs at the same time").needing(tileSectors),
			},
		},
		{
			Name:      "Window",
			Form:      Improve,
			Signature: "func(out, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {17}, {1000}, {10368}},
			Spans:     []Span{{2*windowRadius + 1, 1500, 1}},
			Less:      Size{128},
			TimedSize: Size{1 << 18},
			Case:      window,
			Why: func(c *Case, i int) string {
				n := c.Size[0]
				return fmt.Sprintf("sum of %d elements of the ring, in[%d] to in[%d]", 2*windowRadius+1, (i-windowRadius+n)%n, (i+windowRadius)%n)
			},
			Hints: map[Symptom]string{
				BadValue: "is every element of the window in shared memory, those of the blocks on both sides too, and has every thread stored its own before another uses it?",
			},
			Goals: []Goal{
				{Name: "sectors loaded", Metrics: []string{SectorsLoaded},
					Limit: func(s Size) float64 { return 1.75 * float64(blocks(s[0]*floatBytes, sectorBytes)) },
					Hint:  "a block of 128 threads needs 128 + 2·Radius elements: let each thread load one, and some of them a second one"},
				cycles(8_550, "seventeen loads per thread go to the cache seventeen times: shared memory is closer, and a ring has no ends there"),
			},
		},
		{
			Name:      "Distances",
			Form:      Improve,
			Signature: "func(out, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {300}, {1024}},
			Spans:     []Span{{2, 400, 1}},
			Less:      Size{128},
			Steep:     true,
			Case:      distances,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("sum of |in[%d] - in[j]| over all j < %d", i, c.Size[0])
			},
			Hints: map[Symptom]string{
				BadValue: "is the tile complete before a thread uses it, and have all threads finished with it before it is overwritten? does the last tile end at n?",
			},
			Goals: []Goal{
				{Name: "global load requests", Metrics: []string{LoadRequests},
					Limit: func(s Size) float64 { return 2.5 * float64(blocks(s[0], 128)*blocks(s[0], warpLanes)) },
					Hint:  "a tile of BlockDim.X elements takes one load of each thread and serves all threads of the block; load the thread's own element once"},
			},
		},
		{
			Name:      "Dilate",
			Form:      Blank,
			Signature: "func(out, in []float32, width, height int)",
			SizeNames: []string{"width", "height"},
			Sizes:     []Size{{127, 9}, {128, 8}, {129, 7}, {1, 1}, {1, 20}, {33, 1}, {320, 96}},
			Spans:     []Span{{1, 140, 1}, {1, 40, 1}},
			Less:      Size{32, 0},
			TimedSize: Size{1024, 264},
			Case:      dilate,
			Why: func(c *Case, i int) string {
				width, height := c.Size[0], c.Size[1]
				x, y := i%width, i/width
				return fmt.Sprintf("the largest of columns %d to %d in rows %d to %d",
					max(0, x-dilateReach), min(width-1, x+dilateReach), max(0, y-dilateReach), min(height-1, y+dilateReach))
			},
			Where: func(c *Case, i int) string { return fmt.Sprintf("row %d, column %d", i/c.Size[0], i%c.Size[0]) },
			Hints: map[Symptom]string{
				BadValue:   "do pixels count that lie outside of the picture? is everything in place when another thread reads it?",
				NotWritten: "a block has 32×8 pixels, and the last ones reach past the edges: which pixel belongs to which thread?",
			},
			Goals: []Goal{
				{Name: "sectors loaded", Metrics: []string{SectorsLoaded},
					Limit: func(s Size) float64 { return float64(int(4.5 * sectorsOf(pixels(s)))) },
					Hint:  "each pixel belongs to the squares of 81 threads: how many of them have to load it?"},
				cycles(10_800, "how many pixels does a thread look at, and which of its neighbours look at the same ones?"),
			},
		},
	},
}

const productTile = 16

var tileSectors = Goal{
	Name: "sectors loaded", Metrics: []string{SectorsLoaded}, Limit: productSectors,
	Hint: "16×16 threads need 16×16 elements of a and of b at the same time: let each thread load one of each into shared memory, and use all of them after gpu.SyncThreads",
}

// productSectors allows 1.5 times the sectors of tiles of 16×16, two sectors per row.
func productSectors(s Size) float64 {
	tiles := blocks(s[0], productTile) * blocks(s[1], productTile) * blocks(s[2], productTile)
	sectors := 2 * productTile * productTile * floatBytes / sectorBytes
	return 1.5 * float64(tiles*sectors)
}

// product multiplies small integers: the sums are exact in any order.
func product(s Size, rng *Random) *Case {
	m, k, n := s[0], s[1], s[2]
	a, b, c := given("a", rng.whole(m*k, exactFactor(255, k))), given("b", rng.whole(k*n, exactFactor(255, k))), Result("c", m*n, rng)
	clear(c.Want[:m*n])
	blas32.Gemm(blas.Trans, blas.NoTrans, 1, matrix(a, k, m), matrix(b, k, n), 0, matrix(c, m, n))
	return &Case{
		Grid: Dim{blocks(n, productTile), blocks(m, productTile), 1}, Block: Dim{productTile, productTile, 1},
		Args: []Arg{c, a, b, Scalar{"m", m}, Scalar{"k", k}, Scalar{"n", n}},
	}
}

func matrix(a *Array[float32], rows, columns int) blas32.General {
	return blas32.General{Rows: rows, Cols: columns, Stride: columns, Data: a.Want[:rows*columns]}
}

func productWhy(c *Case, i int) string {
	n := c.Size[2]
	return fmt.Sprintf("column %d of a times column %d of b", i/n, i%n)
}

func productWhere(c *Case, i int) string {
	m, n := c.Size[0], c.Size[2]
	if i >= m*n {
		return "behind the last row"
	}
	return fmt.Sprintf("row %d, column %d", i/n, i%n)
}

const windowRadius = 8

func window(s Size, rng *Random) *Case {
	n := s[0]
	out, in := Result("out", n, rng), given("in", rng.eighths(n, 1<<16))
	for i := range n {
		out.Want[i] = 0
		for j := i - windowRadius; j <= i+windowRadius; j++ {
			out.Want[i] += in.Init[(j+n)%n]
		}
	}
	return &Case{
		Grid: Dim{blocks(n, 128), 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{out, in, Scalar{"n", n}},
	}
}

func distances(s Size, rng *Random) *Case {
	n := s[0]
	out, in := Result("out", n, rng), given("in", rng.eighths(n, rng.most(1<<12, min(1<<16, exactSum/(2*n)))))
	for i := range n {
		out.Want[i] = 0
		for _, v := range in.Init[:n] {
			out.Want[i] += max(in.Init[i]-v, v-in.Init[i])
		}
	}
	return &Case{
		Grid: Dim{blocks(n, 128), 1, 1}, Block: Dim{128, 1, 1}, Shared: 128 * floatBytes,
		Args: []Arg{out, in, Scalar{"n", n}},
	}
}

// dilateReach is how far the square of a pixel of Dilate reaches to each side.
const dilateReach = 4

// dilate takes the largest of a square.
func dilate(s Size, rng *Random) *Case {
	width, height := s[0], s[1]
	out, in := Result("out", width*height, rng), given("in", rng.heights(width*height))
	for y := range height {
		for x := range width {
			most := in.Init[y*width+x]
			for v := max(0, y-dilateReach); v <= min(height-1, y+dilateReach); v++ {
				for u := max(0, x-dilateReach); u <= min(width-1, x+dilateReach); u++ {
					most = max(most, in.Init[v*width+u])
				}
			}
			out.Want[y*width+x] = most
		}
	}
	return &Case{
		Grid: Dim{blocks(width, 32), blocks(height, 8), 1}, Block: Dim{32, 8, 1},
		Args: []Arg{out, in, Scalar{"width", width}, Scalar{"height", height}},
	}
}
