package rubric

// This file is the rubric's row of exercise 18: inputs, references and goals.

import (
	"fmt"
	"math/rand/v2"
)

// readOnly is exercise 18. Its limits allow L2 to be asked for twice the data of
// a launch; what the stub and plain loads ask for is four times that and more.
var readOnly = Exercise{
	Name:    "18_read_only",
	Package: "readonly",
	Device:  "K20c",
	Kernels: []Kernel{
		{
			Name:      "Smooth",
			Signature: "func(out, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10368}},
			Case:      meanOfNeighbours,
			Why: func(_ *Case, i int) string {
				return fmt.Sprintf("(in[%d] + … + in[%d]) / %d", i, i+neighbours-1, neighbours)
			},
			Goals: []Goal{l2Asked(func(s Size) int { return s[0] },
				"the sixteen loads of a warp lie in five sectors, and each of them is asked of L2: read in through gpu.Ldg, and the read-only cache keeps it")},
		},
		{
			Name:      "Recolour",
			Signature: "func(out []float32, in []uint32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10368}},
			Case:      recolourByThreads,
			Why:       func(c *Case, i int) string { return fmt.Sprintf("Curve[in[%d]] = Curve[%s]", i, c.at("in", i)) },
			Goals: []Goal{
				{Name: "constant requests", Metrics: []string{constantRequests}, Limit: func(s Size) float64 { return 2 * warps(s[0]) },
					Hint: "each lane looks up its own entry, up to 32 requests a load: make Curve a gpu.Global and read it through gpu.Ldg"},
				l2Asked(func(s Size) int { return s[0] },
					"ordinary loads of a K20c go past L1, so that each look-up is paid at L2: read Curve through gpu.Ldg"),
			},
		},
	},
}

// l2Asked lets loads ask L2 for twice the sectors of so many float32.
func l2Asked(elements func(Size) int, hint string) Goal {
	return Goal{
		Name: "sectors asked of L2", Metrics: []string{l2Reads}, Hint: hint,
		Limit: func(s Size) float64 { return float64(2 * elements(s) * floatBytes / sectorBytes) },
	}
}

const neighbours = 16

func meanOfNeighbours(s Size, rng *rand.Rand) *Case {
	n := s[0]
	out, in := Result("out", n), Input("in", n+neighbours-1, rng)
	for i := range n {
		sum := float32(0)
		for k := range neighbours {
			sum += in.Init[i+k]
		}
		out.Want[i] = sum / neighbours
	}
	return &Case{
		Grid:  Dim{blocks(n, 128), 1, 1},
		Block: Dim{128, 1, 1},
		Args:  []Arg{out, in, Scalar{"n", n}},
	}
}

// recolourByThreads is recolour with a thread an element.
func recolourByThreads(s Size, rng *rand.Rand) *Case {
	c := recolour(s, rng)
	c.Grid, c.Block = Dim{blocks(s[0], 128), 1, 1}, Dim{128, 1, 1}
	return c
}
