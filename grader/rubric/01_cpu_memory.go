package rubric

// This file is the row of exercise 01.

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// locality is exercise 01, on one core of a CPU. A column of its largest matrix has more
// lines than L1, and no row is a power of two long. Each limit lies between a good solution
// and a solution with half of the improvements.
var locality = Exercise{
	Name:    "01_cpu_memory",
	Package: "locality",
	Device:  "i7-2600",
	Kernels: []Kernel{
		{
			Name:      "ColumnSums",
			Form:      Improve,
			Signature: "func(out, a []float64, rows, cols int)",
			SizeNames: []string{"rows", "cols"},
			Sizes:     []Size{{1, 1}, {7, 9}, {9, 7}, {1, 130}, {129, 8}, {700, 300}},
			Spans:     []Span{{2, 140, 1}, {2, 140, 1}},
			Less:      Size{5, 0},
			Case:      columnSums,
			Why: func(_ *Case, j int) string {
				return fmt.Sprintf("the sum of a[%d], a[cols+%d], a[2·cols+%d] …", j, j, j)
			},
			Hints: loopHints("out holds anything at first: does each sum begin at 0? does out[j] get column j, element (i, j) being a[i*cols+j]?"),
			Goals: []Goal{
				missesOf(L1LoadMisses, "load misses in L1", func(s Size) float64 { return 1.75 * linesOf(s[0]*s[1]) },
					"let the inner loop walk along a row: it then uses all 8 numbers of a line, one after another, and every sum gets one more term"),
				{Name: "cycles", Metrics: []string{boundCycles}, Limit: func(s Size) float64 { return math.Round(1.2 * memoryCycles(s[0]*s[1])) },
					Hint: "the limit is 1.2 times what memory needs to deliver a once: the same lines move between the caches several times"},
			},
		},
		{
			Name:      "Transpose",
			Form:      Improve,
			Signature: "func(out, in []float64, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{1}, {7}, {8}, {9}, {129}, {568}},
			Spans:     []Span{{2, 140, 1}},
			Less:      Size{16},
			Steep:     true,
			Case:      doublesTurned,
			Why: func(c *Case, i int) string {
				n := c.Size[0]
				return fmt.Sprintf("in[%d·n + %d] = %s", i%n, i/n, c.At("in", i%n*n+i/n))
			},
			Hints: loopHints("element (i, j) of in belongs at (j, i) of out: which does the line above move?"),
			Where: func(c *Case, i int) string {
				n := c.Size[0]
				return fmt.Sprintf("row %d, column %d", i/n, i%n)
			},
			Goals: []Goal{
				missesOf(L1LoadMisses, "load misses in L1", func(s Size) float64 { return 1.5 * linesOf(s[0]*s[0]) },
					"the inner loop walks down the columns of in: work on squares of 8×8, so that the 8 lines of in are used completely before they are evicted"),
				missesOf(l1StoreMisses, "store misses in L1", func(s Size) float64 { return 1.5 * linesOf(s[0]*s[0]) },
					"the inner loop walks down the columns of out: work on squares of 8×8, so that the 8 lines of out are filled before they are evicted"),
			},
		},
		{
			Name:      "Product",
			Form:      Improve,
			Signature: "func(c, a, b []float64, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{8}, {16}, {24}, {40}, {56}, {72}},
			Spans:     []Span{{8, 64, 8}},
			Most:      Size{72},
			Case:      squareProduct,
			Why: func(c *Case, i int) string {
				n := c.Size[0]
				return fmt.Sprintf("row %d of a times column %d of b", i/n, i%n)
			},
			Hints: loopHints("c holds anything at first: does each sum begin at 0, and does it get every k once?"),
			Where: func(c *Case, i int) string {
				n := c.Size[0]
				return fmt.Sprintf("row %d, column %d", i/n, i%n)
			},
			Goals: []Goal{
				missesOf(L1LoadMisses, "load misses in L1", func(s Size) float64 { return 1.5 * float64(s[0]*s[0]) },
					"each row of c reads all of b, which does not fit into L1: take a strip of columns of b that fits, and finish these columns of c first"),
				{Name: "cycles", Metrics: []string{boundCycles}, Limit: func(s Size) float64 { return math.Round(0.34 * float64(s[0]*s[0]*s[0])) },
					Related: []string{"L1-dcache-loads", "flops"},
					Hint:    "the core is busy with loads, two for every multiplication: compute 2×2 results at a time, so that four loads serve four multiplications"},
			},
		},
		{
			Name:      "Smear",
			Form:      Blank,
			Signature: "func(x []float64, n, rounds int)",
			SizeNames: []string{"n", "rounds"},
			Sizes:     []Size{{2, 3}, {7, 6}, {8, 1}, {9, 2}, {129, 5}, {20000, 6}},
			Spans:     []Span{{2, 300, 1}, {1, 6, 1}},
			Less:      Size{64, 0},
			Case:      smear,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("after %d rounds of x[%d] + x[%d]", c.Size[1], i, i+1)
			},
			Hints: loopHints("each round needs the numbers as the round before has left them: when may x[i] take part in the next round?"),
			Goals: []Goal{
				missesOf(L1LoadMisses, "load misses in L1", func(s Size) float64 { return 1.5 * linesOf(s[0]) },
					"x does not fit into L1, and each round that goes along all of it fetches it again: which elements does the next round need first?"),
			},
		},
	},
}

// missesOf limits the misses of a cache.
func missesOf(metric, name string, limit func(Size) float64, hint string) Goal {
	whole := func(s Size) float64 { return math.Round(limit(s)) }
	return Goal{Name: name, Metrics: []string{metric}, Limit: whole, Hint: hint}
}

// loopHints are the hints for loops of one thread.
func loopHints(badValue string) map[Symptom]string {
	return map[Symptom]string{
		BadValue:   badValue,
		NotWritten: "the loops do not reach this element: where do they end when the size is not a multiple of the step?",
		Outside:    "the loops run past the data: the last step may be shorter than the others",
		Poisoned:   badValue,
	}
}

// Figures of the exercise's CPU.
const (
	lineBytes     = 64
	doubleBytes   = 8
	bytesPerCycle = 21.3e9 / 3.4e9 // memory bandwidth in bytes per second, clock in Hz
)

// linesOf returns how many cache lines n float64 fill.
func linesOf(n int) float64 { return float64(n) * doubleBytes / lineBytes }

// memoryCycles returns the cycles that memory needs to deliver n float64.
func memoryCycles(n int) float64 { return float64(n) * doubleBytes / bytesPerCycle }

func columnSums(s Size, rng *Random) *Case {
	rows, cols := s[0], s[1]
	out, a := resultDoubles("out", cols, rng), inputDoubles("a", rows*cols, 1<<40, rng)
	ones := filled(rows, 1.0)
	matrix := blas64.General{Rows: rows, Cols: cols, Stride: cols, Data: a.Init[:rows*cols]}
	blas64.Gemv(blas.Trans, 1, matrix, blas64.Vector{N: rows, Inc: 1, Data: ones}, 0, blas64.Vector{N: cols, Inc: 1, Data: out.Want[:cols]})
	return &Case{Args: []Arg{out, a, Scalar{"rows", rows}, Scalar{"cols", cols}}}
}

func doublesTurned(s Size, rng *Random) *Case {
	n := s[0]
	out, in := resultDoubles("out", n*n, rng), inputDoubles("in", n*n, 1<<40, rng)
	for i := range n * n {
		out.Want[i] = in.Init[i%n*n+i/n]
	}
	return &Case{Args: []Arg{out, in, Scalar{"n", n}}}
}

func squareProduct(s Size, rng *Random) *Case {
	n := s[0]
	c, a, b := resultDoubles("c", n*n, rng), inputDoubles("a", n*n, 1<<22, rng), inputDoubles("b", n*n, 1<<22, rng)
	matrix := func(data []float64) blas64.General {
		return blas64.General{Rows: n, Cols: n, Stride: n, Data: data[:n*n]}
	}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, matrix(a.Init), matrix(b.Init), 0, matrix(c.Want))
	return &Case{Args: []Arg{c, a, b, Scalar{"n", n}}}
}

func smear(s Size, rng *Random) *Case {
	n, rounds := s[0], s[1]
	most := 1 << 30
	if rounds > 20 { // three numbers grow by less than rounds²
		most = 1 << 20
	}
	x := newArray("x", convert[float64](rng.multiples(n, -most, most, 1.0/8), 1.0/8), rng)
	for range rounds {
		for i := range n - 1 {
			x.Want[i] += x.Want[i+1]
		}
	}
	return &Case{Args: []Arg{x, Scalar{"n", n}, Scalar{"rounds", rounds}}}
}
