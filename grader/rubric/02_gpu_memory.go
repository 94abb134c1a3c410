package rubric

// This file is the row of exercise 02.

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas32"
)

// intensity is exercise 02. It runs on a K20c, because the L2 of 1.25 MB holds only a part
// of the data. The inputs allow 3.6, 4 and 0.7 operations per byte of DRAM, and the stubs
// reach a tenth of that. The limits exclude solutions that merely halve or quarter the
// number of passes over the data.
var intensity = Exercise{
	Name:    "02_gpu_memory",
	Package: "intensity",
	Device:  "Tesla K20c",
	Kernels: []Kernel{
		{
			Name:      "Poly",
			Form:      Improve,
			Signature: "func(out, in []float32, n, degree int)",
			SizeNames: []string{"n", "degree"},
			Sizes:     []Size{{127, 3}, {128, 1}, {129, 4}, {1, 2}, {1000, 15}, {10007, 5}, {1 << 18, 12}},
			Spans:     []Span{{2, 1500, 1}, {1, 15, 1}},
			Most:      Size{0, 15},
			Less:      Size{4096, 0},
			TimedSize: Size{1 << 17, 12},
			Case:      polynomials,
			ULP:       8,
			Why:       polynomialWhy,
			Hints: map[Symptom]string{
				NotWritten: "there are about n/16 threads: each must come back for more, GridDim.X·BlockDim.X elements further on, until n is reached",
			},
			Goals: []Goal{
				operationsPerByte(2, polynomialHint, func(s Size) int { return 3 * s[0] }),
				cycles(20_000, polynomialHint),
			},
		},
		{
			Name:      "Several",
			Form:      Improve,
			Signature: "func(out, a []float32, rows, cols int)",
			SizeNames: []string{"rows", "cols"},
			Sizes:     []Size{{127, 3}, {128, 1}, {129, 96}, {1, 2}, {1000, 7}, {16384, 48}},
			Spans:     []Span{{2, 1500, 1}, {1, 96, 1}},
			Most:      Size{0, 96},
			Less:      Size{128, 0},
			TimedSize: Size{8192, 64},
			Case:      several,
			Why:       severalWhy,
			Where: func(c *Case, i int) string {
				return fmt.Sprintf("vector %d, row %d", i/c.Size[0], i%c.Size[0])
			},
			Goals: []Goal{
				operationsPerByte(2.7, severalHint, func(s Size) int { return s[0]*s[1] + 2*severalVectors*s[0] }),
				cycles(34_000, severalHint),
			},
		},
		{
			Name:      "Fade",
			Form:      Improve,
			Signature: "func(out, in, table []float32, step float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {1 << 18}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{256},
			TimedSize: Size{1 << 18},
			Case:      fade,
			ULP:       4,
			Why:       func(c *Case, i int) string { return fmt.Sprintf("%s · %s", c.At("in", i), c.At("table", i)) },
			Goals: []Goal{
				operationsPerByte(0.4, fadeHint, func(s Size) int { return 5 * s[0] / 2 }),
				cycles(12_500, fadeHint),
			},
		},
		{
			Name:      "Extremes",
			Form:      Report,
			Signature: "func(out, a []float32, rows, cols int)",
			SizeNames: []string{"rows", "cols"},
			Sizes:     []Size{{127, 3}, {128, 1}, {129, 96}, {1, 2}, {1000, 7}, {16384, 48}},
			Spans:     []Span{{2, 1500, 1}, {1, 96, 1}},
			TimedSize: Size{16384, 64},
			Case:      extremes,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("%s of row %d", [...]string{"the least number", "the largest number", "the sum"}[i/c.Size[0]], i%c.Size[0])
			},
			Where: func(c *Case, i int) string {
				return fmt.Sprintf("result %d, row %d", i/c.Size[0], i%c.Size[0])
			},
			Profile: []Counter{
				{LoadRequests, "global load requests"}, {StoreRequests, "global store requests"}, {SectorsPerLoad, "sectors per load request"},
				{dramRead, "bytes read from DRAM"}, {dramWritten, "bytes written to DRAM"}, {CyclesElapsed, "cycles"},
			},
			Goals: []Goal{
				withinProfile("bytes read from DRAM", dramRead, 3_145_728, extremesHint),
				withinProfile("cycles", CyclesElapsed, 23_190, extremesHint),
			},
		},
	},
}

const (
	polynomialHint = "change the order of the loops: a thread that finishes one element before the next needs in[i] once, and keeps the partial result in a local variable"
	severalHint    = "walk along the row once, with one sum per vector: an array of Vectors sums lies in registers when the compiler can unroll the loop over it"
	fadeHint       = "4·t·(1−t) with t = step·i takes a thread a few operations and no access to memory"
)

// operationsPerByte asks for a number of floating-point operations per byte that is
// read from or written to DRAM. Operations that the result does not need would raise the
// figure, so the goal also needs a limit on the bytes, given in float32.
func operationsPerByte(least float64, hint string, words func(Size) int) Goal {
	return Goal{
		Name: "operations per byte of DRAM", Metrics: []string{flopsPerByte}, Limit: func(Size) float64 { return least }, AtLeast: true,
		Related: []string{dramRead, dramWritten}, Hint: hint,
		Needs: []Goal{{
			Name: "bytes of DRAM", Metrics: []string{dramRead, dramWritten}, Hint: hint,
			Limit: func(s Size) float64 { return float64(floatBytes * words(s)) },
		}},
	}
}

const mostCoefficients = 16

func polynomials(s Size, rng *Random) *Case {
	n, degree := s[0], s[1]
	out, in := Result("out", n, rng), given("in", rng.fractions(n))
	coef := rng.fractions(mostCoefficients)
	out.Magnitude = make([]float64, n)
	for i := range n {
		sum, magnitude, x := float64(0), float64(0), float64(in.Init[i])
		for k := degree; k >= 0; k-- {
			sum = math.FMA(sum, x, float64(coef[k]))
			magnitude = magnitude*math.Abs(x) + math.Abs(float64(coef[k]))
		}
		out.Want[i], out.Magnitude[i] = float32(sum), magnitude
	}
	return &Case{
		Grid: rng.someBlocks(max(1, n/4096)), Block: Dim{256, 1, 1},
		Args:    []Arg{out, in, Scalar{"n", n}, Scalar{"degree", degree}},
		Symbols: []Symbol{{"Coef", coef}},
	}
}

func polynomialWhy(c *Case, i int) string {
	return fmt.Sprintf("Coef[0] + Coef[1]·x + … + Coef[%d]·x^%d for x = %s", c.Size[1], c.Size[1], c.At("in", i))
}

const (
	severalVectors = 8
	severalColumns = 96
)

// several multiplies small integers: the sums are exact in any order.
func several(s Size, rng *Random) *Case {
	rows, cols := s[0], s[1]
	out, a := Result("out", severalVectors*rows, rng), given("a", rng.whole(rows*cols, rng.most(255, exactSum/(255*cols))))
	x := rng.whole(severalColumns*severalVectors, 255)
	clear(out.Want[:severalVectors*rows])
	for c := range cols {
		column := a.Init[c*rows:][:rows]
		for v := range severalVectors {
			blas32.Axpy(x[c*severalVectors+v], vector(column), vector(out.Want[v*rows:][:rows]))
		}
	}
	return &Case{
		Grid: Dim{blocks(rows, 128), 1, 1}, Block: Dim{128, 1, 1},
		Args:    []Arg{out, a, Scalar{"rows", rows}, Scalar{"cols", cols}},
		Symbols: []Symbol{{"X", x}},
	}
}

func severalWhy(c *Case, i int) string {
	return fmt.Sprintf("row %d of a times vector %d", i%c.Size[0], i/c.Size[0])
}

func fade(s Size, rng *Random) *Case {
	n := s[0]
	step := float32(1)
	for step*float32(n) > 1 {
		step /= 2
	}
	step /= float32(int(1) << rng.IntN(3))
	window := make([]float32, n)
	for i := range window {
		t := float64(step) * float64(i)
		window[i] = float32(4 * t * (1 - t))
	}
	out, in, table := Result("out", n, rng), given("in", rng.anything(n)), given("table", window)
	for i := range n {
		out.Want[i] = in.Init[i] * table.Init[i]
	}
	return &Case{
		Grid: Dim{blocks(n, 256), 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{out, in, table, Scalar{"step", step}, Scalar{"n", n}},
	}
}

const extremesHint = "divide the load requests of the profile by the warps of the launch: how often does a thread load a number of its row?"

// extremes adds up small integers: the sums are exact in any order.
func extremes(s Size, rng *Random) *Case {
	rows, cols := s[0], s[1]
	out, a := Result("out", 3*rows, rng), given("a", rng.whole(rows*cols, rng.most(min(1<<15, exactSum/cols), exactSum/cols)))
	for r := range rows {
		least, largest, sum := a.Init[r], a.Init[r], float32(0)
		for c := range cols {
			v := a.Init[c*rows+r]
			least, largest, sum = min(least, v), max(largest, v), sum+v
		}
		out.Want[r], out.Want[rows+r], out.Want[2*rows+r] = least, largest, sum
	}
	return &Case{
		Grid: Dim{blocks(rows, 128), 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{out, a, Scalar{"rows", rows}, Scalar{"cols", cols}},
	}
}
