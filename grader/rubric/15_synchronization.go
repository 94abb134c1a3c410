package rubric

// This file is the row of exercise 15.

import (
	"fmt"
	"math"
	"slices"
)

// synchronization is exercise 15. The goals count barriers and fences: the limits are those
// of the solutions, with one more per warp or per block.
var synchronization = Exercise{
	Name:    "15_synchronization",
	Package: "synchronization",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Smooth",
			Form:      Bug,
			Signature: "func(out, in []float32, steps int)",
			SizeNames: []string{"rings", "length", "steps"},
			Sizes:     []Size{{1, 127, 1}, {2, 128, 2}, {3, 129, 3}, {2, 33, 2}, {1, 256, 0}, {2, 1, 2}, {5, 31, 6}, {40, 256, 6}},
			Spans:     []Span{{1, 6, 1}, {1, 256, 1}, {1, 6, 1}},
			Most:      Size{0, 256, 6},
			Less:      Size{1, 0, 0},
			Case:      rings,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("the element after %d steps, in ring %d", c.Size[2], i/c.Size[1])
			},
			Where: func(c *Case, i int) string {
				return fmt.Sprintf("ring %d, element %d", i/c.Size[1], i%c.Size[1])
			},
			Hints: map[Symptom]string{
				BadValue: "a step needs all values of the step before, and none of its own: has every thread stored before its neighbours read? have the neighbours read before it stores again?",
			},
			Goals: []Goal{
				{Name: "barriers", Metrics: []string{barriers},
					Limit: func(s Size) float64 { return float64(s[2]+1) * warps(s[1]) * float64(s[0]) },
					Hint:  "a step that reads the array that it writes needs two barriers; with two arrays that change places one is enough", Needs: []Goal{ringsOnce}},
				ringsOnce,
			},
		},
		{
			Name:      "Mean",
			Form:      Improve,
			Signature: "func(mean, parts []float32, count []int32, in []float32, n int)",
			SizeNames: []string{"n", "blocks"},
			Sizes:     []Size{{127, 8}, {128, 3}, {129, 1}, {1, 8}, {2048, 8}, {10007, 300}, {40960, 8}},
			Spans:     []Span{{1, 9000, 1}, {1, 300, 1}},
			Less:      Size{256, 0},
			TimedSize: Size{1 << 17, 264},
			Case:      mean,
			Why: func(c *Case, _ int) string {
				return fmt.Sprintf("(in[0]² + … + in[%d]²) / %d", c.Size[0]-1, c.Size[0])
			},
			Hints: map[Symptom]string{
				BadValue:   "does the block that finishes last see the parts of all blocks? is count[0] 0 again at the end?",
				NotWritten: "which block finishes last? count them with gpu.AtomicAdd, which returns the number before",
			},
			Goals: []Goal{
				{Name: "global atomic requests", Metrics: allRequests, Limit: func(s Size) float64 { return 2 * float64(s[1]) },
					Hint: "one thread per block counts: the sum of the block needs no atomic", Needs: []Goal{meanOnce}},
				{Name: "fences", Metrics: []string{fences}, Limit: func(s Size) float64 { return 3 * float64(s[1]) },
					Hint: "a fence also orders what other threads did before a barrier: one thread per block is enough", Needs: []Goal{fencesNeeded, meanOnce}},
				cycles(10_500, "the blocks share the elements: let the threads of the last block share the parts, too"),
			},
		},
		{
			Name:      "Sort",
			Form:      Improve,
			Signature: "func(out, in []int32, rows int)",
			SizeNames: []string{"rows"},
			Sizes:     []Size{{1}, {9}, {127}, {128}, {129}, {1000}},
			Spans:     []Span{{1, 300, 1}},
			Less:      Size{8},
			Case:      sorted,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("number %d (from 0) of the ascending row %d", i%warpLanes, i/warpLanes)
			},
			Where: func(_ *Case, i int) string { return fmt.Sprintf("row %d, column %d", i/warpLanes, i%warpLanes) },
			Hints: map[Symptom]string{
				BadValue: "has every lane stored before its neighbour reads in the next round?",
			},
			Goals: []Goal{
				{Name: "barriers", Metrics: []string{barriers}, Limit: constant(0),
					Hint: "no lane needs a number of another warp: gpu.SyncWarp lets the lanes of one warp wait for each other", Needs: []Goal{rowsLoadedOnce}},
				{Name: "warp barriers", Metrics: []string{warpBarriers}, Limit: func(s Size) float64 { return 40 * float64(s[0]) },
					Hint: "a pair of lanes belongs to one lane in each round: it reads and writes both numbers, so one warp barrier per round is enough", Needs: []Goal{rowsLoadedOnce}},
			},
		},
		{
			Name:      "Queue",
			Form:      Bug,
			Signature: "func(out, in, next []int32, jobs int)",
			SizeNames: []string{"jobs", "blocks"},
			Sizes:     []Size{{1, 1}, {9, 2}, {5, 8}, {127, 4}, {128, 3}, {129, 2}, {64, 8}},
			Spans:     []Span{{1, 60, 1}, {1, 9, 1}},
			Less:      Size{1, 0},
			Case:      queue,
			Why: func(_ *Case, i int) string {
				first := i - i%queueRow
				return fmt.Sprintf("in[%d] − in[%d]", first+queueRow-1-i%queueRow, i)
			},
			Where: func(_ *Case, i int) string { return fmt.Sprintf("element %d of job %d", i%queueRow, i/queueRow) },
			Hints: map[Symptom]string{
				BadValue:   "do all threads of a block work at the same job from its begin to its end?",
				NotWritten: "is each job taken by a block, and does every thread of the block do its part?",
			},
			Goals: []Goal{
				{Name: "barriers", Metrics: []string{barriers}, Limit: func(s Size) float64 { return float64(queueRow / warpLanes * (2*s[0] + 2*s[1])) },
					Hint: "a barrier keeps apart what stands before it and what stands behind it: must a thread still look at shared memory when it has met the others for the second time?"},
			},
			Uneven: true, // a block that is fast takes more jobs
		},
	},
}

var (
	ringsOnce = loaded(func(s Size) int { return s[0] * s[1] }, 1.25,
		"load each element from global memory once: the steps belong in shared memory")
	// fencesNeeded: volatile accesses do not race, but without fences they are in no order.
	fencesNeeded = Goal{
		Name: "needed fences", Metrics: []string{fences}, Limit: func(s Size) float64 { return float64(s[1] + 1) }, AtLeast: true,
		Hint: "each block needs a fence between its part and the count, and the last block one between the count and the parts",
	}
	meanOnce = loaded(func(s Size) int { return s[0] }, 1.5,
		"load each element from global memory once")
	rowsLoadedOnce = loaded(func(s Size) int { return warpLanes * s[0] }, 1.25,
		"load each number from global memory once")
)

// rings are small integers. Each step divides by 4: six steps are exact in any order.
func rings(s Size, rng *Random) *Case {
	count, length, steps := s[0], s[1], s[2]
	out, in := Result("out", count*length, rng), given("in", rng.whole(count*length, 255))
	for first := 0; first < count*length; first += length {
		ring := slices.Clone(in.Init[first : first+length])
		for range steps {
			ring = smoothed(ring)
		}
		copy(out.Want[first:], ring)
	}
	return &Case{
		Grid: Dim{count, 1, 1}, Block: Dim{length, 1, 1},
		Args: []Arg{out, in, Scalar{"steps", steps}},
	}
}

// smoothed returns a ring after one step.
func smoothed(ring []float32) []float32 {
	next := make([]float32, len(ring))
	for i, v := range ring {
		left, right := ring[(i+len(ring)-1)%len(ring)], ring[(i+1)%len(ring)]
		next[i] = left/4 + v/2 + right/4
	}
	return next
}

// mean adds up squares of integers whose sum a float32 holds exactly.
func mean(s Size, rng *Random) *Case {
	const exact = 1 << 24
	n, blocks := s[0], s[1]
	data := rng.whole(n, min(255, int(math.Sqrt(exact/float64(n)))))
	squares := slices.Clone(data[:n])
	for i, v := range squares {
		squares[i] = v * v
	}
	mean, parts, in := Result("mean", 1, rng), workspace[float32]{Result("parts", blocks, rng), blocks}, given("in", data)
	mean.Want[0] = plainSum(squares) / float32(n)
	count := newArray("count", []int32{0}, rng)
	return &Case{
		Grid: Dim{blocks, 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{mean, parts, count, in, Scalar{"n", n}},
	}
}

// sorted has rows in random order, descending rows and rows with equal numbers.
func sorted(s Size, rng *Random) *Case {
	rows := s[0]
	data := rng.anyIntegers(warpLanes * rows)
	for r := 0; r < rows; r++ {
		row := data[r*warpLanes : (r+1)*warpLanes]
		switch r % 3 {
		case 1:
			slices.Sort(row)
			slices.Reverse(row)
		case 2:
			copy(row, row[warpLanes/2:])
		}
	}
	out, in := ResultInts("out", warpLanes*rows, rng), givenInts("in", data)
	for r := range rows {
		row := slices.Sorted(slices.Values(in.Init[r*warpLanes : (r+1)*warpLanes]))
		copy(out.Want[r*warpLanes:], row)
	}
	return &Case{
		Grid: Dim{blocks(warpLanes*rows, 256), 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{out, in, Scalar{"rows", rows}},
	}
}

// queueRow is the number of elements of a job, and of the threads of a block.
const queueRow = 128

// queue has a row of elements for each job. Differences may overflow.
func queue(s Size, rng *Random) *Case {
	jobs, count := s[0], s[1]
	out, in := ResultInts("out", queueRow*jobs, rng), givenInts("in", rng.anyIntegers(queueRow*jobs))
	next := workspace[int32]{newArray("next", []int32{0}, rng), 1}
	for i := range queueRow * jobs {
		out.Want[i] = in.Init[i-i%queueRow+queueRow-1-i%queueRow] - in.Init[i]
	}
	return &Case{
		Grid: Dim{count, 1, 1}, Block: Dim{queueRow, 1, 1},
		Args: []Arg{out, in, next, Scalar{"jobs", jobs}},
	}
}
