package rubric

// This file is the row of exercise 08.

import (
	"fmt"
	"math"
)

// allocation is exercise 08. A pitched row begins at a sector, so that no two rows share
// one. The limits allow 10 % more requests than the sizes need, and 50 % more sectors than
// the rows: an unrolled loop loads some sectors for two groups of lanes.
var allocation = Exercise{
	Name:    "08_allocation",
	Package: "allocation",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Place",
			Form:      Improve,
			Signature: "func(offsets, sizes []int32, n, align int)",
			SizeNames: []string{"n", "align"},
			Sizes:     []Size{{1, 256}, {7, 1}, {127, 512}, {128, 4}, {129, 4096}, {257, 512}},
			Spans:     []Span{{2, 300, 1}, {1, 4096, 0}},
			Most:      Size{0, 4096},
			Less:      Size{1, 0},
			Case:      place,
			Why: func(c *Case, i int) string {
				if i == 0 {
					return "the first request begins with the block"
				}
				return fmt.Sprintf("request %d before it has %s bytes, to be rounded up to multiples of %d", i-1, c.At("sizes", i-1), c.Size[1])
			},
			Goals: []Goal{{
				Name: "load requests", Metrics: []string{LoadRequests}, Limit: func(s Size) float64 { return float64(s[0] + s[0]/10) },
				Hint:  "each request begins where the previous one ends: keep the end in a variable, and read each size once",
				Needs: []Goal{{Name: "warp instructions", Metrics: []string{WarpInstructions}, Limit: func(s Size) float64 { return float64(100 * (s[0] + 1)) }}},
			}},
			Uneven: true, // its launch has one thread
		},
		{
			Name:      "Scale",
			Form:      Improve,
			Signature: "func(x []float32, width, height, pitch int, a float32)",
			SizeNames: []string{"width", "height", "pitch"},
			Sizes:     []Size{{1, 1, 512}, {127, 3, 512}, {128, 2, 512}, {129, 3, 1024}, {1000, 2, 4096}, {250, 40, 2048}},
			Spans:     []Span{{2, 128, 1}, {1, 50, 1}, {512, 4096, 512}},
			Most:      Size{0, 0, 4096},
			Fits:      func(s Size) bool { return s[0]*floatBytes <= s[2] },
			Less:      Size{2, 1, 0},
			Case:      scaleRows,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("%s · %s", c.At("x", i), c.scalar("a"))
			},
			Where: func(c *Case, i int) string {
				stride := c.Size[2] / floatBytes
				return fmt.Sprintf("row %d, column %d", i/stride, i%stride)
			},
			Goals: []Goal{
				{Name: "sectors loaded", Metrics: []string{SectorsLoaded}, Limit: rowSectors, Hint: shareRow, Needs: []Goal{blockPerRow}},
				{Name: "sectors stored", Metrics: []string{SectorsStored}, Limit: rowSectors, Hint: shareRow, Needs: []Goal{blockPerRow}},
			},
			Uneven: true, // one warp per row leaves the others idle, and blockPerRow allows that
		},
		{
			Name:      "Repack",
			Form:      Blank,
			Signature: "func(out, in []float32, width, height, pitch int)",
			SizeNames: []string{"width", "height", "pitch"},
			Sizes:     []Size{{1, 1, 512}, {127, 3, 512}, {128, 2, 512}, {129, 3, 1024}, {1000, 2, 4096}, {250, 100, 1024}},
			Spans:     []Span{{2, 128, 1}, {1, 50, 1}, {512, 4096, 512}},
			Most:      Size{0, 0, 4096},
			Fits:      func(s Size) bool { return s[0]*floatBytes <= s[2] },
			Less:      Size{2, 1, 0},
			TimedSize: Size{250, 200, 1024},
			Case:      repack,
			Why: func(c *Case, i int) string {
				row, column := i/(c.Size[2]/floatBytes), i%(c.Size[2]/floatBytes)
				if column >= c.Size[0] {
					return "0 between two rows"
				}
				return fmt.Sprintf("in[%d] = %s", row*c.Size[0]+column, c.At("in", row*c.Size[0]+column))
			},
			Where: func(c *Case, i int) string {
				stride := c.Size[2] / floatBytes
				return fmt.Sprintf("row %d, column %d", i/stride, i%stride)
			},
			Goals: []Goal{
				{Name: "sectors stored", Metrics: []string{SectorsStored}, Limit: func(s Size) float64 { return 1.1 * float64(s[1]*s[2]/sectorBytes) }, Hint: repackHint},
				{Name: "sectors loaded", Metrics: []string{SectorsLoaded}, Limit: func(s Size) float64 { return 1.5 * sectorsOf(s[0]*s[1]) }, Hint: repackHint},
				cycles(16_000, repackHint),
			},
		},
	},
}

const shareRow = "neighbouring threads should use neighbouring columns: start at column gpu.ThreadIdx.X and step by gpu.BlockDim.X"

// blockPerRow allows one warp to do the accesses of a row. An unrolled loop makes twice as many:
// its rounds that are left are accesses as well.
var blockPerRow = Goal{
	Name: "global accesses of the busiest warp", Metrics: []string{BusiestWarp},
	Limit: func(s Size) float64 { return 5 * warps(s[0]) },
	Hint:  "the launch has a block for each row: let each block multiply the row of its own number",
}

// rowSectors allows 1.5 times the sectors of the rows.
func rowSectors(s Size) float64 { return 1.5 * float64(s[1]*blocks(s[0]*floatBytes, sectorBytes)) }

func place(s Size, rng *Random) *Case {
	n, align := s[0], s[1]
	most := min((math.MaxInt32-n*align)/n, 1<<20) // the sum of the rounded sizes fits into an int32
	sizes := convert[int32](rng.Numbers(n, 0, most), 1)
	for i := range sizes {
		if i%5 < 2 && (rng.Even || rng.IntN(2) == 0) { // a multiple of align, or one byte more
			sizes[i] = int32(min(most, align*(1+i%3)+i%5))
		}
	}
	if last := len(sizes) - 2; rng.draw.Turn%2 == 1 && rng.draw.Planted == nil && last > 0 { // the sum needs 31 bits
		rest := math.MaxInt32 - n*align
		for _, bytes := range sizes {
			rest -= int(bytes)
		}
		sizes[rng.IntN(last)] += int32(rest)
	}
	offsets, at := ResultInts("offsets", n, rng), 0
	for i, bytes := range sizes {
		offsets.Want[i] = int32(at)
		at += blocks(int(bytes), align) * align
	}
	return &Case{
		Grid: Dim{1, 1, 1}, Block: Dim{1, 1, 1},
		Args: []Arg{offsets, givenInts("sizes", sizes), Scalar{"n", n}, Scalar{"align", align}},
	}
}

func scaleRows(s Size, rng *Random) *Case {
	width, height, stride := s[0], s[1], s[2]/floatBytes
	x, a := PadRows(newArray("x", rng.anything(stride*height), rng), width, stride, rng), rng.Factor("a")
	for y := range height {
		for i := y * stride; i < y*stride+width; i++ {
			x.Want[i] = x.Init[i] * a
		}
	}
	return &Case{
		Grid: Dim{8 * blocks(height, 8), 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{x, Scalar{"width", width}, Scalar{"height", height}, Scalar{"pitch", s[2]}, Scalar{"a", a}},
	}
}

const repackHint = "neighbouring threads should store neighbouring elements of a row, and load neighbours too; no thread has to do a whole row"

func repack(s Size, rng *Random) *Case {
	width, height, stride := s[0], s[1], s[2]/floatBytes
	out, in := Result("out", height*stride, rng), given("in", rng.copied(width*height))
	for i := range height * stride {
		out.Want[i] = 0
		if row, column := i/stride, i%stride; column < width {
			out.Want[i] = in.Init[row*width+column]
		}
	}
	return &Case{
		Grid: rng.someBlocks(max(1, height*stride/1024)), Block: Dim{128, 1, 1},
		Args: []Arg{out, in, Scalar{"width", width}, Scalar{"height", height}, Scalar{"pitch", s[2]}},
	}
}
