package rubric

// This file is the row of exercise 14.

import (
	"fmt"
	"math/bits"
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
			Name:      "BitReverse",
			Form:      Report,
			Signature: "func(out, in []float32)",
			SizeNames: []string{"rows"},
			Sizes:     []Size{{1}, {2}, {3}, {5}, {127}, {128}, {129}, {40}},
			Spans:     []Span{{1, 8, 1}},
			Less:      Size{1},
			TimedSize: Size{528},
			Case:      bitReverse,
			Why: func(_ *Case, i int) string {
				return fmt.Sprintf("element %d of row %d", reversed(i%reversedRow), i/reversedRow)
			},
			Where: func(_ *Case, i int) string { return fmt.Sprintf("element %d of row %d", i%reversedRow, i/reversedRow) },
			Hints: map[Symptom]string{
				BadValue: "which bit of the number of an element becomes which? has everything that a thread reads been stored?",
			},
			Goals: []Goal{
				reversedOnce,
				{Name: "wavefronts of shared memory", Metrics: []string{SharedWavefronts}, Limit: func(s Size) float64 { return float64(70 * s[0]) },
					Hint: "the hidden kernel has two wavefronts for each 32 elements: one to store them, one to read them", Needs: []Goal{reversedOnce}},
				cycles(7_300, "compare each counter with that of the profile: which one is larger?"),
			},
			Profile: []Counter{
				{SectorsLoaded, "global sectors loaded"}, {SectorsStored, "global sectors stored"}, {SharedWavefronts, "wavefronts of shared memory"},
				{ConflictsLoad, "bank conflicts of loads"}, {ConflictsStore, "bank conflicts of stores"}, {SharedStatic, "bytes of shared memory per block"},
				{CyclesElapsed, "cycles, with 528 rows"},
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

// reversedOnce allows 1.1 times the sectors of rows.
var reversedOnce = sectorsMoved(func(s Size) int { return 2 * reversedRow * s[0] }, 1.1)

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

// reversedRow is the length of a row of BitReverse, and reversedBits how many bits its numbers have.
const (
	reversedBits = 10
	reversedRow  = 1 << reversedBits
)

// reversed returns a number whose bits are in the other order.
func reversed(i int) int { return int(bits.Reverse16(uint16(i)) >> (16 - reversedBits)) }

func bitReverse(s Size, rng *Random) *Case {
	n := reversedRow * s[0]
	out, in := Result("out", n, rng), given("in", rng.copied(n))
	for i := range n {
		out.Want[i] = in.Init[i-i%reversedRow+reversed(i%reversedRow)]
	}
	return &Case{
		Grid: Dim{s[0], 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{out, in},
	}
}
