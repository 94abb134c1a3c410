package rubric

// This file is the row of exercise 14.

import (
	"fmt"
	"math"
)

// bankConflicts is exercise 14. Solutions need no bank conflict, each known mistake causes
// at least one per warp request, and the limit is a quarter. Goals count conflicts and not
// wavefronts, because accesses of 8 and 16 bytes need more wavefronts without a conflict.
var bankConflicts = Exercise{
	Name:    "14_bank_conflicts",
	Package: "bankconflicts",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "RowSums",
			Form:      Improve,
			Signature: "func(sums, in []float32, rows int)",
			SizeNames: []string{"rows"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10240}},
			Spans:     []Span{{2, 1000, 1}},
			Less:      Size{128},
			Case:      rowSums,
			Why:       func(_ *Case, i int) string { return fmt.Sprintf("in[%d] + … + in[%d]", 32*i, 32*i+31) },
			Goals: []Goal{
				conflictsOfLoads(func(s Size) int { return 32 * s[0] },
					"lane t uses words 32 apart, all in one bank: give every row of the tile one element more than it needs").needing(rowSectorsOnce),
				conflictsOfStores(func(s Size) int { return 32 * s[0] },
					"the lanes of a warp must store to 32 different banks as well: to neighbours in a row of the tile").needing(rowSectorsOnce),
				loadSectors(rowsHint).needing(rowSectorsOnce),
			},
		},
		{
			Name:      "Smooth",
			Form:      Improve,
			Signature: "func(out, in []float32, width, height int)",
			SizeNames: []string{"width", "height"},
			Sizes:     []Size{{127, 9}, {128, 8}, {129, 7}, {1, 1}, {3, 2}, {31, 200}, {1000, 96}},
			Spans:     []Span{{2, 200, 1}, {2, 100, 1}},
			Less:      Size{32, 8},
			TimedSize: Size{1024, 128},
			Case:      smooth,
			Why:       smoothWhy,
			Where:     smoothWhere,
			Goals: []Goal{
				conflictsOfLoads(pixels, smoothHint).needing(smoothSectors),
				conflictsOfStores(pixels, smoothHint).needing(smoothSectors),
				smoothSectors,
				cycles(6_450, smoothHint),
			},
		},
		{
			Name:      "Histogram",
			Form:      Improve,
			Signature: "func(bins, in []int32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {8191}, {8193}, {40960}},
			Spans:     []Span{{2, 9000, 1}},
			Less:      Size{128},
			Case:      histogram,
			Why: func(_ *Case, i int) string {
				return fmt.Sprintf("what it was and the number of elements of class %d", i)
			},
			Goals: []Goal{
				conflicts("bank conflicts", func(s Size) int { return s[0] },
					"let thread t keep its counters in bank t mod 32: counter c of thread t at 128·c + t; when the counters are added up, let each thread begin at a different one",
					ConflictsLoad, ConflictsStore, conflictsAtomic).needing(histogramSectors),
				histogramSectors,
				{Name: "global atomic requests", Metrics: allRequests,
					Limit: func(s Size) float64 { return 32 * float64(blocks(s[0], histogramChunk)) },
					Hint:  "let each block add up its counts first, and add them to bins once, at its end", Needs: []Goal{histogramSectors}},
			},
		},
	},
}

const rowsHint = "a thread that walks along its own row loads far from its neighbour lane: let the block copy its rows into shared memory in their order"

// rowSectorsOnce allows 1.25 times the sectors of the rows: a kernel without shared memory
// has no conflicts, but loads sectors several times.
var rowSectorsOnce = loaded(func(s Size) int { return 32 * s[0] }, 1.25, rowsHint)

// smoothSectors does the same for the picture.
var smoothSectors = sectorsMoved(func(s Size) int { return 2 * pixels(s) }, 1.75)

// histogramSectors allows 1.25 times the sectors of the input.
var histogramSectors = Goal{
	Name: "sectors loaded and stored", Metrics: []string{SectorsLoaded, SectorsStored, localLoaded, localStored},
	Limit: func(s Size) float64 { return 1.25 * float64(s[0]*floatBytes/sectorBytes) },
	Hint:  "load each element once, with neighbouring lanes, and keep counters in shared memory: a thread's own array lies in local memory, which is part of global memory",
}

const smoothHint = "the lanes of a warp differ in gpu.ThreadIdx.X: let that choose the last index of tile, so that they use neighbouring words"

func conflictsOfLoads(words func(Size) int, hint string) Goal {
	return conflicts("bank conflicts of loads", words, hint, ConflictsLoad)
}

func conflictsOfStores(words func(Size) int, hint string) Goal {
	return conflicts("bank conflicts of stores", words, hint, ConflictsStore)
}

func rowSums(s Size, rng *Random) *Case {
	const columns = 32
	rows := s[0]
	sums, in := Result("sums", rows, rng), given("in", rng.eighths(rows*columns, 1<<16))
	for r := range rows {
		sums.Want[r] = 0
		for _, v := range in.Init[r*columns : (r+1)*columns] {
			sums.Want[r] += v
		}
	}
	return &Case{
		Grid:  Dim{blocks(rows, 128), 1, 1},
		Block: Dim{128, 1, 1},
		Args:  []Arg{sums, in, Scalar{"rows", rows}},
	}
}

const smoothRadius = 3

func smooth(s Size, rng *Random) *Case {
	width, height := s[0], s[1]
	out, in := Result("out", width*height, rng), given("in", rng.eighths(width*height, 1<<16))
	for y := range height {
		for x := range width {
			sum := float32(0)
			for at := max(x-smoothRadius, 0); at <= min(x+smoothRadius, width-1); at++ {
				sum += in.Init[y*width+at]
			}
			out.Want[y*width+x] = sum
		}
	}
	return &Case{
		Grid:  Dim{blocks(width, 32), blocks(height, 8), 1},
		Block: Dim{32, 8, 1},
		Args:  []Arg{out, in, Scalar{"width", width}, Scalar{"height", height}},
	}
}

func smoothWhy(c *Case, i int) string {
	width := c.Size[0]
	x := i % width
	return fmt.Sprintf("in[%d] + … + in[%d]", i-min(x, smoothRadius), i+min(width-1-x, smoothRadius))
}

func smoothWhere(c *Case, i int) string {
	return fmt.Sprintf("row %d, column %d", i/c.Size[0], i%c.Size[0])
}

// histogramChunk is the number of elements per block.
const histogramChunk = 8192

func histogram(s Size, rng *Random) *Case {
	const classes = 16
	n := s[0]
	data := convert[int32](rng.Numbers(n, 0, math.MaxInt32), 1)
	bins, in := newArray("bins", rng.integers(classes, 1<<20), rng), givenInts("in", data)
	for _, v := range data {
		bins.Want[v%classes]++
	}
	return &Case{
		Grid:  Dim{blocks(n, histogramChunk), 1, 1},
		Block: Dim{128, 1, 1},
		Args:  []Arg{bins, in, Scalar{"n", n}},
	}
}
