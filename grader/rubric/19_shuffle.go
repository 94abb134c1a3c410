package rubric

// This file is the row of exercise 19.

import (
	"fmt"
	"math"
)

// shuffle is exercise 19. The limits on wavefronts are those of blocks with 32 warps: a
// third above a block whose first warp adds up the sums of all warps (65 to 97 wavefronts),
// and below blocks that exchange values through shared memory in some steps. The limits on
// instructions are twice what the solutions execute and two thirds of what the stubs do.
// Portions has no goal in cycles: it is bound by memory, with shuffles or without.
var shuffle = Exercise{
	Name:    "19_shuffle",
	Package: "shuffle",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Running",
			Form:      Improve,
			Signature: "func(out, in []float32, n int)",
			SizeNames: []string{"n", "block"},
			Sizes:     []Size{{127, 128}, {128, 64}, {129, 128}, {1, 1}, {1000, 33}, {2700, 1024}, {2000, 225}, {40960, runBlock}},
			Spans:     []Span{{1, 3000, 1}, {1, 1024, 1}},
			Most:      Size{0, 1024},
			Less:      Size{1024, 0},
			TimedSize: Size{132 << 10, runBlock},
			Case:      runningSums,
			Why:       runningWhy,
			Hints: map[Symptom]string{
				BadValue: "a lane without a lane that far below gets its own value back: does it add that too? does each warp add the sums of the warps before it? has the last warp of a block all its lanes?",
			},
			Goals: []Goal{
				{Name: "wavefronts of shared memory", Metrics: []string{SharedWavefronts}, Limit: perBlock(runBlock, 130),
					Hint:  "within a warp gpu.ShflUpSync brings the sum of the lanes below without memory: store one word per warp, its sum, and let one warp add up these words",
					Needs: []Goal{exchangeSectors}},
				{Name: "warp instructions", Metrics: []string{WarpInstructions}, Limit: perBlock(runBlock, 3600),
					Hint: "five steps are enough for 32 lanes: 1, 2, 4, 8 and 16 lanes below"},
				cycles(6_600, waitHint),
			},
		},
		{
			Name:      "Portions",
			Form:      Improve,
			Signature: "func(out, in []float32, rows int)",
			SizeNames: []string{"rows"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1001}, {5120}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			Case:      portions,
			Why:       portionsWhy,
			Where: func(_ *Case, i int) string {
				return fmt.Sprintf("row %d, column %d", i/portionColumns, i%portionColumns)
			},
			Hints: map[Symptom]string{
				BadValue: "which eight lanes hold the row of this element? a value from another lane does not belong to its sum",
			},
			Goals: []Goal{
				{Name: "wavefronts of shared memory", Metrics: []string{SharedWavefronts}, Limit: constant(0),
					Hint: "eight neighbouring lanes hold a row: they can add it up in three shuffles, and no other lane needs the sum", Needs: []Goal{portionsOnce}},
				portionsOnce,
			},
		},
		{
			Name:      "Pack",
			Form:      Improve,
			Signature: "func(out, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1023}, {1025}, {40960}},
			Spans:     []Span{{2, 4000, 1}},
			Less:      Size{1024},
			TimedSize: Size{132 << 10},
			Case:      pack,
			Why:       packWhy,
			Hints: map[Symptom]string{
				BadValue:   "how many elements of the block before this one are kept? count the votes of lower lanes, without the lane's own, and those of warps before",
				NotWritten: "how many elements of the block before it are kept? count the votes of lower lanes, without the lane's own, and those of warps before",
			},
			Goals: []Goal{
				{Name: "wavefronts of shared memory", Metrics: []string{SharedWavefronts}, Limit: perBlock(runBlock, 130),
					Hint:  "gpu.BallotSync tells all lanes of a warp which lanes keep their element: store one word per warp, the number of its votes",
					Needs: []Goal{exchangeSectors}},
				{Name: "warp instructions", Metrics: []string{WarpInstructions}, Limit: perBlock(runBlock, 3200),
					Hint: "one ballot holds all votes of the warp: clear those of the lane itself and of lanes above, and let bits.OnesCount32 count the rest"},
				cycles(6_700, waitHint),
			},
		},
		{
			Name:      "Runs",
			Form:      Blank,
			Signature: "func(values, lengths, in []int32, rows int)",
			SizeNames: []string{"rows"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {3}, {1024}},
			Spans:     []Span{{1, 300, 1}},
			Less:      Size{4},
			TimedSize: Size{1 << 14},
			Case:      runs,
			Why: func(_ *Case, i int) string {
				return fmt.Sprintf("the number or the length of run %d (from 0) of row %d, or 0 where the row has fewer runs", i%warpLanes, i/warpLanes)
			},
			Where: func(_ *Case, i int) string { return fmt.Sprintf("place %d of row %d", i%warpLanes, i/warpLanes) },
			Hints: map[Symptom]string{
				BadValue:   "where does the last run of a row end? does a run go on in the next row?",
				NotWritten: "behind the last run, the places of a row get 0",
			},
			Goals: []Goal{
				{Name: "wavefronts of shared memory", Metrics: []string{SharedWavefronts}, Limit: constant(0),
					Hint: "a row belongs to one warp: what do its lanes know of each other without memory?", Needs: []Goal{runsLoaded}},
				{Name: "warp instructions", Metrics: []string{WarpInstructions}, Limit: func(s Size) float64 { return float64(80 * s[0]) },
					Hint: "must a lane look at the others one by one?"},
			},
		},
	},
}

// runsLoaded allows to load each number twice, and no more: neighbours come from L1 as fast as by a shuffle.
var runsLoaded = loaded(func(s Size) int { return warpLanes * s[0] }, 2.5, "load each number once or twice")

var portionsOnce = loaded(func(s Size) int { return s[0] * portionColumns }, 1.25,
	"load each element once, one per thread, and get the other elements of the row from their lanes")

// exchangeSectors allows 1.5 times the sectors of the data: threads may not exchange values
// in global memory.
var exchangeSectors = sectorsMoved(func(s Size) int { return 2 * s[0] }, 1.5)

const waitHint = "a kernel must wait for its element from memory, but not for a store, a barrier of 32 warps and a load in each step: use shared memory only between warps"

// runBlock is the number of threads per block where goals are measured.
const runBlock = 1024

// perBlock is a limit per block of a number of threads.
func perBlock(size int, each float64) func(Size) float64 {
	return func(s Size) float64 { return each * float64(blocks(s[0], size)) }
}

// runningSums adds up integers: the sums are exact in any order.
func runningSums(s Size, rng *Random) *Case {
	n, block := s[0], s[1]
	out, in := Result("out", n, rng), given("in", rng.whole(n, 255))
	sum := float32(0)
	for i := range n {
		if i%block == 0 {
			sum = 0
		}
		sum += in.Init[i]
		out.Want[i] = sum
	}
	return &Case{
		Grid: Dim{blocks(n, block), 1, 1}, Block: Dim{block, 1, 1},
		Args: []Arg{out, in, Scalar{"n", n}},
	}
}

func runningWhy(c *Case, i int) string {
	if first := i - i%c.Size[1]; first < i {
		return fmt.Sprintf("in[%d] + … + in[%d]", first, i)
	}
	return fmt.Sprintf("in[%d]", i)
}

// portionColumns is the length of a row.
const portionColumns = 8

func portions(s Size, rng *Random) *Case {
	n := portionColumns * s[0]
	out, in := Result("out", n, rng), given("in", rng.whole(n, 255))
	for first := 0; first < n; first += portionColumns {
		row, sum := in.Init[first:first+portionColumns], float32(0)
		for _, v := range row {
			sum += v
		}
		for c, v := range row {
			out.Want[first+c] = v / sum
		}
	}
	return &Case{
		Grid: Dim{blocks(n, 128), 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{out, in, Scalar{"rows", s[0]}},
	}
}

func portionsWhy(c *Case, i int) string {
	first := i - i%portionColumns
	return fmt.Sprintf("%s / (in[%d] + … + in[%d])", c.At("in", i), first, first+portionColumns-1)
}

// pack keeps half, all, none and a quarter of the elements of successive blocks.
func pack(s Size, rng *Random) *Case {
	n, quarters := s[0], [...]int{2, 4, 0, 1}
	data := rng.positive(n, 1<<16)
	for i := range data {
		if !rng.Even && rng.IntN(8) == 0 {
			data[i] = numbers[rng.IntN(len(numbers))]
		}
		if rng.IntN(4) >= quarters[i/runBlock%len(quarters)] {
			data[i] = -data[i]
		}
		if extreme := rng.extreme(); extreme != 0 { // all are kept, or none is
			data[i] = float32(extreme) * math.MaxFloat32
		}
	}
	setSpecial(rng, data, kindsOfNumbers)
	rng.planted(anySize(n), func(i int, v float64) { data[i] = float32(v) })
	out, in := Result("out", n, rng), given("in", data)
	clear(out.Want[:n])
	for first := 0; first < n; first += runBlock {
		at := first
		for _, v := range data[first:min(n, first+runBlock)] {
			if v > 0 {
				out.Want[at] = v
				at++
			}
		}
	}
	return &Case{
		Grid: Dim{blocks(n, runBlock), 1, 1}, Block: Dim{runBlock, 1, 1},
		Args: []Arg{out, in, Scalar{"n", n}},
	}
}

func packWhy(c *Case, i int) string {
	first := i - i%runBlock
	return fmt.Sprintf("number %d (from 0) of the kept ones among in[%d] … in[%d], 0 behind the last", i-first, first, min(c.Size[0], first+runBlock)-1)
}

// runs has rows with few values, so that runs are long, and rows of equal and of different numbers.
func runs(s Size, rng *Random) *Case {
	rows := s[0]
	data := rng.anyIntegers(warpLanes * rows)
	for r := range rows {
		row := data[r*warpLanes : (r+1)*warpLanes]
		for i := 1; i < len(row) && r%4 > 0; i++ {
			if rng.IntN(8) < 2*(r%4) { // one number in four is new, or two, or three
				row[i] = row[i-1]
			}
		}
		if r%9 == 8 {
			row[0] = data[r*warpLanes-1] // as the last of the row before
		}
	}
	values, lengths := ResultInts("values", warpLanes*rows, rng), ResultInts("lengths", warpLanes*rows, rng)
	in := givenInts("in", data)
	for r := range rows {
		first := r * warpLanes
		clear(values.Want[first : first+warpLanes])
		clear(lengths.Want[first : first+warpLanes])
		at := first - 1
		for i := first; i < first+warpLanes; i++ {
			if i == first || in.Init[i] != in.Init[i-1] {
				at++
			}
			values.Want[at] = in.Init[i]
			lengths.Want[at]++
		}
	}
	return &Case{
		Grid: Dim{blocks(warpLanes*rows, 128), 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{values, lengths, in, Scalar{"rows", rows}},
	}
}
