package rubric

// This file is the row of exercise 18.

import (
	"fmt"
	"math"
)

// readOnly is exercise 18. The limits allow twice the sectors of the data at L2. The stub
// and plain loads request at least four times as many.
var readOnly = Exercise{
	Name:    "18_read_only",
	Package: "readonly",
	Device:  "K20c",
	Kernels: []Kernel{
		{
			Name:      "Smooth",
			Form:      Improve,
			Signature: "func(out, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10368}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			Case:      meanOfNeighbours,
			Why: func(_ *Case, i int) string {
				return fmt.Sprintf("(in[%d] + … + in[%d]) / %d", i, i+neighbours-1, neighbours)
			},
			Goals: []Goal{l2Requested(func(s Size) int { return s[0] },
				"the sixteen loads of a warp lie in five sectors, and each load requests them from L2: read in through gpu.Ldg, and the read-only cache keeps them")},
		},
		{
			Name:      "Recolour",
			Form:      Improve,
			Signature: "func(out []float32, in []uint32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10368}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			Case:      recolourByThreads,
			Why:       func(c *Case, i int) string { return fmt.Sprintf("Curve[in[%d]] = Curve[%s]", i, c.At("in", i)) },
			Goals: []Goal{
				{Name: "constant requests", Metrics: []string{constantRequests}, Limit: func(s Size) float64 { return 2 * warps(s[0]) },
					Hint:  "each lane looks up its own entry, up to 32 requests per load: make Curve a gpu.Global and read it through gpu.Ldg",
					Needs: []Goal{curveFromL2}},
				curveFromL2.needing(Goal{Name: "constant requests", Metrics: []string{constantRequests}, Limit: func(s Size) float64 { return 2 * warps(s[0]) }}),
			},
		},
		{
			Name:      "Layers",
			Form:      Blank,
			Signature: "func(out, in, palette, gain []int32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10368}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			TimedSize: Size{13 * 8192},
			Case:      layers,
			Why: func(c *Case, at int) string {
				n := c.Size[0]
				k, i := at/n, at%n
				return fmt.Sprintf("gain[%d] · palette[(in[%d] + %d) mod 256] with in[%d] = %s", k, i, k, i, c.At("in", i))
			},
			Where: func(c *Case, at int) string { return fmt.Sprintf("layer %d, level %d", at/c.Size[0], at%c.Size[0]) },
			Goals: []Goal{
				l2Requested(func(s Size) int { return s[0] }, layersHint),
				{Name: "global load requests", Metrics: []string{LoadRequests}, Limit: func(s Size) float64 { return 18 * warps(s[0]) },
					Hint: "compare the requests with the loads that your code has outside of loops and inside: which value does it load again, and what could have changed it in between?"},
				cycles(33_500, layersHint),
			},
		},
	},
}

var curveFromL2 = l2Requested(func(s Size) int { return s[0] },
	"ordinary loads of a K20c bypass L1, so each look-up goes to L2: read Curve through gpu.Ldg")

// l2Requested allows loads to request twice the sectors of the data from L2.
func l2Requested(elements func(Size) int, hint string) Goal {
	return Goal{
		Name: "sectors requested from L2", Metrics: []string{l2Reads}, Hint: hint,
		Limit: func(s Size) float64 { return float64(2 * elements(s) * floatBytes / sectorBytes) },
	}
}

const neighbours = 16

func meanOfNeighbours(s Size, rng *Random) *Case {
	n := s[0]
	out, in := Result("out", n, rng), given("in", rng.eighths(n+neighbours-1, 1<<16))
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

// recolourByThreads is recolour with one thread per element.
func recolourByThreads(s Size, rng *Random) *Case {
	c := recolour(s, rng)
	c.Grid, c.Block = Dim{blocks(s[0], 128), 1, 1}, Dim{128, 1, 1}
	return c
}

const (
	layerCount = 8
	layersHint = "three arrays are read, each in another way: which of their sectors does a block request from L2 more than once?"
)

func layers(s Size, rng *Random) *Case {
	n := s[0]
	levelsIn := readOnlyArray("in", convert[int32](rng.Numbers(n, 0, levels-1), 1), levels) // a guard is out of range as an index of palette
	out, palette, gain := ResultInts("out", layerCount*n, rng), givenInts("palette", rng.integers(levels, rng.most(1<<20, math.MaxInt32))), givenInts("gain", rng.integers(layerCount, rng.most(1<<10, math.MaxInt32)))
	for k := range layerCount {
		for i := range n {
			out.Want[k*n+i] = gain.Init[k] * palette.Init[(int(levelsIn.Init[i])+k)%levels]
		}
	}
	return &Case{
		Grid: Dim{blocks(n, 128), 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{out, levelsIn, palette, gain, Scalar{"n", n}},
	}
}
