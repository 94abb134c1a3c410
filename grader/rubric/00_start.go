package rubric

// This file is the row of exercise 00.

import (
	"fmt"
	"math"
)

// start is exercise 00. Its limits allow about twice what a solution needs.
var start = Exercise{
	Name:    "00_start",
	Package: "start",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Add",
			Form:      Improve,
			Signature: "func(out, a, b []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10368}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			Case:      add,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("a[%d] + b[%d] = %s + %s", i, i, c.At("a", i), c.At("b", i))
			},
			Goals: []Goal{
				{Name: "warp instructions", Metrics: []string{WarpInstructions}, Limit: func(s Size) float64 { return 30 * warps(s[0]) },
					Hint: "a loop over all elements runs once per element. The launch has a thread for each element: which one belongs to this thread? gpu.BlockIdx.X, gpu.BlockDim.X and gpu.ThreadIdx.X say it"},
				onceStored,
			},
		},
		{
			Name:      "Fahrenheit",
			Form:      Improve,
			Signature: "func(out, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1023}, {1025}, {10368}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			Case:      fahrenheit,
			Why:       func(c *Case, i int) string { return fmt.Sprintf("1.8·in[%d] + 32 = 1.8·%s + 32", i, c.At("in", i)) },
			ULP:       4, // c·9/5 + 32 rounds three times
			Goals:     []Goal{onceStored},
		},
		{
			Name:      "Roll",
			Form:      Blank,
			Signature: "func(out, in []float32, n, shift int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {95}, {1}, {769}, {10368}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{96},
			Case:      roll,
			Why: func(c *Case, i int) string {
				shift := c.scalar("shift").(int)
				return fmt.Sprintf("shift is %d: in[%d]", shift, rolled(i, shift, c.Size[0]))
			},
			Goals: []Goal{
				{Name: "warp instructions", Metrics: []string{WarpInstructions}, Limit: func(s Size) float64 { return 30 * warps(s[0]) },
					Hint: "all threads of the grid have to share the elements: no block may do what another block does"},
				{Name: "sectors stored", Metrics: []string{SectorsStored}, Limit: func(s Size) float64 { return 1.5 * sectorsOf(s[0]) },
					Hint: "each element of out is stored once, and neighbouring threads store neighbouring elements"},
			},
		},
	},
}

// onceStored allows 1.25 times the sectors of the result.
var onceStored = Goal{
	Name: "sectors stored", Metrics: []string{SectorsStored},
	Limit: func(s Size) float64 { return 1.25 * float64(blocks(s[0]*floatBytes, sectorBytes)) },
	Hint:  "one thread should write each element, and neighbouring threads neighbouring elements. Which element does the first thread of block 1 begin with, and how far is it to a thread's next element?",
}

func add(s Size, rng *Random) *Case {
	n := s[0]
	out, a, b := Result("out", n, rng), given("a", rng.anything(n)), given("b", rng.anything(n))
	for i := range n {
		out.Want[i] = a.Init[i] + b.Init[i]
	}
	return &Case{
		Grid: Dim{blocks(n, 128), 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{out, a, b, Scalar{"n", n}},
	}
}

func fahrenheit(s Size, rng *Random) *Case {
	n := s[0]
	out, in := Result("out", n, rng), given("in", rng.anything(n))
	out.Magnitude = make([]float64, n)
	for i := range n {
		x := float64(in.Init[i])
		out.Want[i], out.Magnitude[i] = float32(1.8*x+32), 1.8*math.Abs(x)+32
	}
	return &Case{
		Grid: rng.someBlocks(8), Block: Dim{128, 1, 1},
		Args: []Arg{out, in, Scalar{"n", n}},
	}
}

func roll(s Size, rng *Random) *Case {
	n := s[0]
	out, in, shift := Result("out", n, rng), given("in", rng.copied(n)), rng.places("shift", n)
	for i := range n {
		out.Want[i] = in.Init[rolled(i, shift, n)]
	}
	return &Case{
		Grid: Dim{8, 1, 1}, Block: Dim{96, 1, 1},
		Args: []Arg{out, in, Scalar{"n", n}, Scalar{"shift", shift}},
	}
}

// rolled returns the place from which element i comes.
func rolled(i, shift, n int) int { return ((i-shift)%n + n) % n }

// places draws a distance from −n to n: any, and in second runs the ends, the middles and 0 in turn.
func (r *Random) places(name string, n int) int {
	if v, ok := r.wanted(name, float64(-n), float64(n)); ok {
		return int(v)
	}
	if special := []int{n, -n / 2, -n, 1 - n, 0, n - 1, n / 2, -1, 1}; !r.Even && r.draw.Run > 0 {
		return special[r.draw.Turn%len(special)]
	}
	if r.Even {
		return min(n, n-n/3+5)
	}
	return r.IntN(2*n+1) - n
}
