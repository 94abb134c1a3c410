package rubric

// This file is the rubric's row of exercise 00: inputs, references and goals.

import (
	"fmt"
	"math/rand/v2"
)

// start is exercise 00. Its limits let a thread do twice what it needs to.
var start = Exercise{
	Name:    "00_start",
	Package: "start",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Add",
			Signature: "func(out, a, b []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10368}},
			Case:      add,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("a[%d] + b[%d] = %s + %s", i, i, c.at("a", i), c.at("b", i))
			},
			Goals: []Goal{
				{Name: "warp instructions", Metrics: []string{WarpInstructions}, Limit: func(s Size) float64 { return 30 * warps(s[0]) },
					Hint: "a loop in one thread takes as many turns as there are elements. There is a thread for each: which element is its own? gpu.BlockIdx.X, gpu.BlockDim.X and gpu.ThreadIdx.X say it"},
				onceStored,
			},
		},
		{
			Name:      "Fahrenheit",
			Signature: "func(out, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1023}, {1025}, {10368}},
			Case:      fahrenheit,
			Why:       func(c *Case, i int) string { return fmt.Sprintf("1.8·in[%d] + 32 = 1.8·%s + 32", i, c.at("in", i)) },
			ULP:       1,
			Goals:     []Goal{onceStored},
		},
	},
}

// onceStored asks that every sector of the result be stored about once.
var onceStored = Goal{
	Name: "sectors stored", Metrics: []string{SectorsStored},
	Limit: func(s Size) float64 { return 1.25 * float64(blocks(s[0]*floatBytes, sectorBytes)) },
	Hint:  "each element is to be written by one thread, and neighbours by neighbours: begin with an element of the thread's own, and go on by the number of all threads, gpu.GridDim.X*gpu.BlockDim.X",
}

func add(s Size, rng *rand.Rand) *Case {
	n := s[0]
	out, a, b := Result("out", n), Input("a", n, rng), Input("b", n, rng)
	for i := range n {
		out.Want[i] = a.Init[i] + b.Init[i]
	}
	return &Case{
		Grid: Dim{blocks(n, 128), 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{out, a, b, Scalar{"n", n}},
	}
}

func fahrenheit(s Size, rng *rand.Rand) *Case {
	n := s[0]
	out, in := Result("out", n), Input("in", n, rng)
	for i := range n {
		out.Want[i] = float32(1.8*float64(in.Init[i]) + 32)
	}
	return &Case{
		Grid: Dim{8, 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{out, in, Scalar{"n", n}},
	}
}
