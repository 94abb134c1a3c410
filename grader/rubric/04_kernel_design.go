package rubric

// This file is the row of exercise 04.

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// divergence is exercise 04. The limits on instructions lie a third or more above the
// solutions and a third or more below the stubs. Differences of multiples of 1/8 are exact,
// and the square roots converge.
var divergence = Exercise{
	Name:    "04_kernel_design",
	Package: "divergence",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Halves",
			Form:      Improve,
			Signature: "func(x []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     nearBlocks,
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			Case:      halves,
			ULP:       2,
			Why:       halvesWhy,
			Where:     halvesWhere,
			Goals: []Goal{
				halvesInstructions,
				{
					Name: "divergent branches", Metrics: []string{DivergentBranch},
					Limit: func(s Size) float64 { return float64(blocks(2*s[0], warpLanes)) / 8 },
					Hint:  "a condition on the lane number diverges in every warp; a condition that is equal for 32 neighbours diverges in none",
					Needs: []Goal{halvesInstructions},
				},
				sectorsMoved(func(s Size) int { return 4 * s[0] }, 1.25),
			},
		},
		{
			Name:      "Collatz",
			Form:      Improve,
			Signature: "func(steps, start, order []int32, n int)",
			SizeNames: []string{"n"},
			Sizes:     nearBlocks,
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			TimedSize: Size{1 << 17}, // on an H100 the stub takes 16.0 µs, the solution 12.9 µs; for 10368 elements both take 8.3 µs
			Case:      collatz,
			Why:       func(c *Case, i int) string { return "steps from " + c.At("start", i) + " to 1" },
			Goals: []Goal{
				instructionsPerWarp(1350, func(s Size) int { return blocks(s[0], warpLanes) },
					"a warp loops until its slowest lane ends: order lists the elements from the fastest to the slowest, so neighbours in order belong in one warp"),
			},
		},
		{
			Name:      "SignedRoot",
			Form:      Improve,
			Signature: "func(out, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     nearBlocks,
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			Case:      signedRoot,
			ULP:       2,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("root of |in[%d]| with its sign; in[%d] = %s", i, i, c.At("in", i))
			},
			Hints: map[Symptom]string{
				Poisoned: "the square root of a negative number is NaN: take the root of |x|",
			},
			Goals: []Goal{
				instructionsPerWarp(104, func(s Size) int { return blocks(s[0], warpLanes) },
					"both sides of the branch contain the same long computation, and a warp whose lanes differ executes it twice: move it out of the branch"),
			},
		},
		{
			Name:      "Trials",
			Form:      Blank,
			Signature: "func(trials []int32, seeds []uint32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {16384}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{1024},
			TimedSize: Size{1 << 16},
			Case:      luckyTrials,
			Why:       func(c *Case, i int) string { return "trials from " + c.At("seeds", i) },
			Goals: []Goal{
				instructionsPerWarp(1400, func(s Size) int { return blocks(s[0], warpLanes) }, trialsHint),
				cycles(175_000, trialsHint),
			},
		},
	},
}

var halvesInstructions = instructionsPerWarp(102, func(s Size) int { return blocks(2*s[0], warpLanes) },
	"every warp executes both sides of the branch: let all 32 lanes of a warp take the same side, for instance the first n threads one side and the next n the other")

func halves(s Size, rng *Random) *Case {
	n := s[0]
	x := newArray("x", append(rng.eighths(n, 1<<16), rng.positive(n, rng.most(measuredRoot, mostRoot))...), rng)
	for i := range n {
		for range bounces {
			x.Want[i] = max(x.Want[i]-3, 3-x.Want[i])
		}
		x.Want[n+i] = float32(math.Sqrt(float64(x.Init[n+i])))
	}
	return &Case{
		Grid: Dim{blocks(2*n, 128), 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{x, Scalar{"n", n}},
	}
}

const bounces = 30

// mostRoot is the largest number of eighths that a root is drawn of: the solution's 20 rounds
// reach the root of 2²⁵ in 19. measuredRoot is that of runs that are measured.
const (
	mostRoot     = 1 << 28
	measuredRoot = 1 << 24
)

func halvesWhy(c *Case, i int) string {
	if i < c.Size[0] {
		return fmt.Sprintf("%s less 3, without its sign, %d times", c.At("x", i), bounces)
	}
	return "√" + c.At("x", i)
}

func halvesWhere(c *Case, i int) string {
	n := c.Size[0]
	switch {
	case i < n:
		return fmt.Sprintf("element %d of the first half", i)
	case i < 2*n:
		return fmt.Sprintf("element %d of the second half", i-n)
	}
	return "behind the data"
}

func collatz(s Size, rng *Random) *Case {
	n := s[0]
	start, order, steps := convert[int32](rng.Numbers(n, 1, collatzMost(n, rng)), 1), make([]int32, n), ResultInts("steps", n, rng)
	if !rng.Even && rng.draw.Planted == nil {
		start[rng.IntN(n)] = [...]int32{farthestStart, longestStart}[rng.draw.Turn%2]
	}
	for i, v := range rng.Perm(n) { // so that equals are in no order
		order[i] = int32(v)
		steps.Want[i] = stepsToOne(start[i])
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(steps.Want[a], steps.Want[b]) })
	return &Case{
		Grid: Dim{blocks(n, 128), 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{steps, givenInts("start", start), givenInts("order", order), Scalar{"n", n}},
	}
}

// farthestStart is the start up to 100 000 whose way to 1 goes up most, to 1 570 824 736.
const farthestStart = 77_671

// longestStart is the start up to 100 000 that takes most steps, 350.
const longestStart = 77_031

// collatzMost returns the largest start. The numbers on the way to 1 fit into an int32.
func collatzMost(n int, rng *Random) int {
	const mostOfAll = 100_000
	if rng.Even {
		return n
	}
	return mostOfAll
}

func stepsToOne(x int32) int32 {
	steps := int32(0)
	for ; x > 1; steps++ {
		if x%2 == 0 {
			x /= 2
		} else {
			x = 3*x + 1
		}
	}
	return steps
}

func signedRoot(s Size, rng *Random) *Case {
	n := s[0]
	out, data := Result("out", n, rng), rng.positive(n, rng.most(measuredRoot, mostRoot))
	negative := rng.Numbers(n, 0, 1)
	for i := range data {
		root := math.Sqrt(float64(data[i]))
		if negative[i] == 1 {
			data[i], root = -data[i], -root
		}
		out.Want[i] = float32(root)
	}
	return &Case{
		Grid: Dim{blocks(n, 128), 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{out, given("in", data), Scalar{"n", n}},
	}
}

const trialsHint = "with a loop for each element, a warp waits for its longest element before any lane begins the next: a lane that has won can begin its next element at once"

func luckyTrials(s Size, rng *Random) *Case {
	n := s[0]
	seeds := readOnlyArray("seeds", convert[uint32](rng.Numbers(n, 0, math.MaxUint32), 1), 0)
	if !rng.Even && rng.draw.Planted == nil {
		seeds.Init[rng.IntN(n)] = unluckiestSeed
	}
	trials := ResultInts("trials", n, rng)
	for i := range n {
		trials.Want[i] = 1
		x := seeds.Init[i]*1664525 + 1013904223
		for ; !isLucky(x); trials.Want[i]++ {
			x = x*1664525 + 1013904223
		}
	}
	return &Case{
		Grid: rng.someBlocks(max(1, n/2048)), Block: Dim{128, 1, 1},
		Args: []Arg{trials, seeds, Scalar{"n", n}},
	}
}

// unluckiestSeed is the seed that takes most trials, 567.
const unluckiestSeed = 1_323_916_464

func isLucky(x uint32) bool {
	for _, step := range [...]struct {
		shift  int
		factor uint32
	}{{16, 0x7feb352d}, {15, 0x846ca68b}, {16, 0x9e3779b1}} {
		x = (x ^ x>>step.shift) * step.factor
	}
	return x>>27 == 0
}
