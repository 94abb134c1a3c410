package rubric

// This file is the row of exercise 09.

import (
	"fmt"
)

// constantMemory is exercise 09. Its limits allow one constant address per load, and 10 %
// more requests than the task needs.
var constantMemory = Exercise{
	Name:    "09_constant_memory",
	Package: "constant",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Convolve",
			Form:      Improve,
			Signature: "func(out, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10368}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			Case:      convolve,
			Why: func(_ *Case, i int) string {
				return fmt.Sprintf("Coef[0]·in[%d] + … + Coef[8]·in[%d]", i, i+taps-1)
			},
			Goals: []Goal{
				{Name: "constant requests per load", Metrics: []string{constantsPerLoad}, Limit: constant(1), Needs: []Goal{tapRequests},
					Hint: "the lanes of a warp read different coefficients in one instruction, and each address is a request of its own: let all lanes be at the same coefficient"},
				tapRequests.needing(someConstants, requested(func(s Size) float64 { return 1.1 * taps * warps(s[0]) })),
			},
		},
		{
			Name:      "Transform",
			Form:      Improve,
			Signature: "func(x, y, z []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10368}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			Case:      transformPoints,
			Why:       transformWhy,
			Hints: map[Symptom]string{
				BadValue: "is each element of Matrix with its coordinate? the grader fills Matrix by its name: under another name it holds zeros",
			},
			Goals: []Goal{
				{Name: "global load requests", Metrics: []string{LoadRequests}, Limit: func(s Size) float64 { return 1.1 * 3 * warps(s[0]) }, Needs: []Goal{someConstants},
					Hint: "only the points need to come from global memory: make Matrix a gpu.Constant, which the host fills and all lanes read at one address"},
				{Name: "constant requests per load", Metrics: []string{constantsPerLoad}, Limit: constant(1),
					Needs: []Goal{{Name: "constant requests", Metrics: []string{constantRequests}, Limit: func(s Size) float64 { return 1.1 * 12 * warps(s[0]) }}},
					Hint:  "let all lanes read the same element of Matrix in one instruction"},
			},
		},
		{
			Name:      "Recolour",
			Form:      Improve,
			Signature: "func(out []float32, in []uint32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10368}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			Case:      recolour,
			Why:       func(c *Case, i int) string { return fmt.Sprintf("Curve[in[%d]] = Curve[%s]", i, c.At("in", i)) },
			Hints: map[Symptom]string{
				BadValue: "a table in shared memory may be looked up after gpu.SyncThreads(), not before every entry is there; the grader fills Curve by its name",
			},
			Goals: []Goal{
				{Name: "constant requests", Metrics: []string{constantRequests}, Limit: func(s Size) float64 { return 2 * warps(s[0]) },
					Needs: []Goal{curveSectors, noLocal(tableHint)},
					Hint:  "each lane looks up its own entry, up to 32 requests per load: keep the table in shared memory, which serves 32 different words at the same time"},
				curveSectors.needing(noLocal(tableHint), Goal{
					Name: "constant requests", Metrics: []string{constantRequests}, Limit: func(s Size) float64 { return 2 * warps(s[0]) }, Hint: tableHint,
				}),
			},
		},
		{
			Name:      "Grade",
			Form:      Blank,
			Signature: "func(out, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {20480}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{512},
			TimedSize: Size{1 << 20},
			Case:      grade,
			ULP:       1,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("Gain[%d]·%s + Offset[%d]", i%gradeBands, c.At("in", i), i%gradeBands)
			},
			Goals: []Goal{
				{Name: "constant requests", Metrics: []string{constantRequests}, Limit: func(s Size) float64 { return 10 * warps(s[0]) }, Hint: gradeHint,
					Needs: []Goal{gradeSectors}},
				gradeSectors,
				cycles(14_000, gradeHint),
			},
		},
	},
}

const taps = 9

// tapRequests allows a warp to request each coefficient once.
var tapRequests = Goal{
	Name: "constant requests", Metrics: []string{constantRequests}, Limit: func(s Size) float64 { return 1.1 * taps * warps(s[0]) },
	Hint: "a warp needs each coefficient once",
}

// someConstants asks each block of 128 threads to use constant memory.
var someConstants = Goal{
	Name: "constant requests", Metrics: []string{constantRequests}, AtLeast: true, Limit: func(s Size) float64 { return float64(blocks(s[0], 128)) },
	Hint: "what all lanes read at one address belongs in constant memory",
}

const tableHint = "in global memory the entries of a warp lie in up to 32 sectors: let each block load the table into shared memory once, one entry per thread"

// curveSectors allows 1.25 times the sectors of the data, which leaves room for one table
// per block.
var curveSectors = Goal{
	Name: "sectors loaded and stored", Metrics: []string{SectorsLoaded, SectorsStored}, Hint: tableHint,
	Limit: func(s Size) float64 { return 1.25 * float64(2*s[0]*floatBytes/sectorBytes) },
}

func convolve(s Size, rng *Random) *Case {
	n := s[0]
	out, in, coef := Result("out", n, rng), given("in", rng.eighths(n+taps-1, 1<<12)), rng.eighths(taps, 64)
	for i := range n {
		out.Want[i] = 0
		for k, c := range coef {
			out.Want[i] += c * in.Init[i+k]
		}
	}
	return &Case{
		Grid:    Dim{blocks(n, 128), 1, 1},
		Block:   Dim{128, 1, 1},
		Args:    []Arg{out, in, Scalar{"n", n}},
		Symbols: []Symbol{{"Coef", coef}},
	}
}

// transformPoints multiplies points by a matrix of small numbers: the sums are exact in
// any order.
func transformPoints(s Size, rng *Random) *Case {
	n := s[0]
	const most = 1 << 12
	matrix := rng.eighths(12, 64)
	points := []*Array[float32]{newArray("x", rng.eighths(n, most), rng), newArray("y", rng.eighths(n, most), rng), newArray("z", rng.eighths(n, most), rng)}
	for i := range n {
		for row, p := range points {
			m := matrix[4*row:]
			p.Want[i] = m[0]*points[0].Init[i] + m[1]*points[1].Init[i] + m[2]*points[2].Init[i] + m[3]
		}
	}
	return &Case{
		Grid:    Dim{blocks(n, 128), 1, 1},
		Block:   Dim{128, 1, 1},
		Args:    []Arg{points[0], points[1], points[2], Scalar{"n", n}},
		Symbols: []Symbol{{"Matrix", matrix}},
	}
}

func transformWhy(c *Case, i int) string {
	return fmt.Sprintf("a row of Matrix times (%s, %s, %s, 1)", c.At("x", i), c.At("y", i), c.At("z", i))
}

const levels = 256

func recolour(s Size, rng *Random) *Case {
	n := s[0]
	out, curve := Result("out", n, rng), rng.copied(levels)
	in := readOnlyArray("in", convert[uint32](rng.Numbers(n, 0, levels-1), 1), levels) // a guard is out of range as an index of Curve
	for i := range n {
		out.Want[i] = curve[in.Init[i]]
	}
	return &Case{
		Grid:    rng.someBlocks(max(1, n/(4*levels))),
		Block:   Dim{levels, 1, 1},
		Args:    []Arg{out, in, Scalar{"n", n}},
		Symbols: []Symbol{{"Curve", curve}},
	}
}

const (
	gradeBands = 16
	gradeHint  = "neighbouring lanes need different constants, and each address is a request of its own: how often does a thread need other constants than before?"
)

// gradeSectors allows 1.25 times the sectors of the data.
var gradeSectors = sectorsMoved(func(s Size) int { return 2 * s[0] }, 1.25)

func grade(s Size, rng *Random) *Case {
	n := s[0]
	const most = 1 << 12
	gain, offset := rng.eighths(gradeBands, 64), rng.eighths(gradeBands, most)
	out, in := Result("out", n, rng), given("in", rng.eighths(n, most))
	for i := range n {
		out.Want[i] = gain[i%gradeBands]*in.Init[i] + offset[i%gradeBands]
	}
	return &Case{
		Grid: rng.someBlocks(max(1, n/512)), Block: Dim{128, 1, 1},
		Args:    []Arg{out, in, Scalar{"n", n}},
		Symbols: []Symbol{{"Gain", gain}, {"Offset", offset}},
	}
}
