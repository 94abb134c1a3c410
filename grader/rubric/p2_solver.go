package rubric

// This file is the row of project 2, a sparse solver.

import (
	"fmt"
	"math"
	"slices"
)

// solver is project 2: the parts of an iterative solver with a sparse matrix. All numbers are small, so that
// sums are exact in any order.
var solver = Exercise{
	Name:    "P2_solver",
	Package: "solver",
	Device:  "H200",
	Project: true,
	Kernels: []Kernel{
		{
			Name:      "Product",
			Signature: "func(y, values []float32, columns, rows []int32, x []float32, n int)",
			Form:      Blank,
			SizeNames: systemNames,
			Sizes:     systemSizes,
			Spans:     systemSpans,
			TimedSize: systemTimed,
			Case:      productCase,
			Why:       rowWhy("the sum over row %d of A·x"),
			Hints:     map[Symptom]string{BadValue: rowHint},
			Goals:     []Goal{perElement, cycles(8_600, rowTimeHint)},
		},
		{
			Name:      "Dot",
			Signature: "func(sum, a, b []float32, n int)",
			Form:      Blank,
			SizeNames: systemNames,
			Sizes:     []Size{{127, 2}, {128, 1}, {129, 3}, {1, 4}, {5000, 3}, {40960, 8}},
			Spans:     systemSpans,
			Less:      Size{256, 0},
			TimedSize: Size{1 << 20, 264},
			Case:      dotCase,
			Why:       sumWhy("sum", "the sum of a[i]·b[i]"),
			Goals: []Goal{
				oneAtomic,
				loaded(func(s Size) int { return 2 * s[0] }, 1.1, "load each element once, and neighbours in neighbouring lanes"),
				cycles(11_300, "how many loads does a warp have under way before it needs the first number?"),
			},
		},
		{
			Name:      "Step",
			Signature: "func(x, r, rr, p, q []float32, alpha float32, n int)",
			Form:      Blank,
			SizeNames: systemNames,
			Sizes:     []Size{{127, 2}, {128, 1}, {129, 3}, {1, 4}, {5000, 3}, {40960, 8}},
			Spans:     systemSpans,
			Less:      Size{256, 0},
			TimedSize: Size{1 << 18, 264},
			Case:      stepCase,
			Why:       stepWhy,
			Goals: []Goal{
				oneAtomic,
				sectorsMoved(func(s Size) int { return 6 * s[0] }, 1.1),
				cycles(9_500, "how many loads does a warp have under way before it needs the first number?"),
			},
		},
		{
			Name:      "Jacobi",
			Signature: "func(next, values []float32, columns, rows []int32, b, x []float32, n int)",
			Form:      Blank,
			SizeNames: systemNames,
			Sizes:     systemSizes,
			Spans:     systemSpans,
			TimedSize: systemTimed,
			Case:      jacobiCase,
			Why:       rowWhy("row %d of b minus the sum over the row's other elements, divided by the element on the diagonal"),
			Hints:     map[Symptom]string{BadValue: "which element of the row is the diagonal, and which lane has it? " + rowHint},
			Goals:     []Goal{perElement, cycles(11_500, rowTimeHint)},
		},
		{
			Name:      "Iterate",
			Signature: "func(q, pq, values []float32, columns, rows []int32, p []float32, n int)",
			Form:      Blank,
			Record: &Record{Best: 24_400, Bytes: func(s Size) float64 {
				return float64(floatBytes*2*elementsOf(s[0]) + floatBytes*3*s[0])
			}},
			SizeNames: systemNames,
			Sizes:     systemSizes,
			Spans:     systemSpans,
			TimedSize: systemTimed,
			RoofSize:  Size{5 << 15, 1056},
			Case:      iterateCase,
			Why:       iterateWhy,
			Hints:     map[Symptom]string{BadValue: rowHint},
			Goals:     []Goal{perElement, oneAtomic, cycles(27_000, rowTimeHint)},
		},
	},
	Plans: []Plan{explanation("Iterate"), prediction("Iterate")},
}

// Systems: their extents, and the sizes that are tried. The number of blocks is any.
var (
	systemNames = []string{"n", "blocks"}
	systemSizes = []Size{{127, 2}, {128, 1}, {129, 3}, {1, 2}, {2, 1}, {1500, 5}, {4096, 32}}
	systemSpans = []Span{{2, 1500, 1}, {1, 8, 1}}
	systemTimed = Size{1 << 14, 528}
)

const (
	rowHint     = "does every lane know where its row begins and ends? are there rows without elements, and rows longer than a warp?"
	rowTimeHint = "a row has 16 elements on average: how many lanes have work in it, and how many loads does each have under way?"
)

// perElement allows 1.25 sectors per element: its value and its column come with others, its number from x often
// alone.
var perElement = Goal{
	Name: "sectors loaded", Metrics: []string{SectorsLoaded}, Limit: func(s Size) float64 { return 1.25 * float64(elementsOf(s[0])) },
	Hint: "which elements of the matrix do the lanes of a warp load at the same time, and how far do they lie apart?",
}

// oneAtomic allows each block one atomic.
var oneAtomic = Goal{
	Name: "global atomic requests", Metrics: allRequests, Limit: func(s Size) float64 { return float64(s[1]) },
	Hint: "what can the threads of a block do with their parts before one of them uses global memory?",
}

// rowLength returns how many elements a row of the measured matrix has: 0 to 32 in turn.
func rowLength(row int) int { return row * 7 % 33 }

// elementsOf returns how many elements the measured matrix has.
func elementsOf(n int) (sum int) {
	for row := range n {
		sum += rowLength(row)
	}
	return sum
}

// sparse is a matrix, row by row.
type sparse struct {
	values  []float32
	columns []int32
	rows    []int32
}

// The largest numbers of a matrix and of the vectors that it is multiplied with.
const mostInSystem = 3

// matrixOf draws a matrix. Columns of a row rise, and lie within 48 of the diagonal. With a diagonal, each row has its
// own element there, a power of two.
func matrixOf(n int, diagonal bool, rng *Random) sparse {
	const reach = 48
	longest := 41
	if diagonal {
		longest-- // its own element may be one more
	}
	m := sparse{rows: []int32{0}}
	for row := range n {
		least, most := max(0, row-reach), min(n-1, row+reach)
		length := rowLength(row)
		if !rng.Even {
			length = rng.IntN(longest + 1)
		}
		for _, column := range chosen(least, most, length, rng) {
			m.columns = append(m.columns, int32(column))
		}
		if own := m.columns[m.rows[row]:]; diagonal && !slices.Contains(own, int32(row)) {
			m.columns = append(m.columns, int32(row))
			slices.Sort(m.columns[m.rows[row]:])
		}
		m.rows = append(m.rows, int32(len(m.columns)))
	}
	m.values = rng.whole(len(m.columns), mostInSystem)
	for row := range n {
		for k := m.rows[row]; diagonal && k < m.rows[row+1]; k++ {
			if int(m.columns[k]) == row {
				m.values[k] = float32([]int{1, 2, 4, -8}[rng.IntN(4)])
			}
		}
	}
	return m
}

// chosen returns up to length rising numbers from least to most.
func chosen(least, most, length int, rng *Random) (list []int) {
	count := most - least + 1
	length = min(length, count)
	for k := range length {
		from, to := least+k*count/length, least+(k+1)*count/length
		list = append(list, from+rng.IntN(to-from))
	}
	return list
}

// args returns the matrix as arguments.
func (m sparse) args() []Arg {
	grown := func(data []int32) []int32 { return slices.Grow(data, guard) }
	return []Arg{given("values", m.values), givenInts("columns", grown(m.columns)), givenInts("rows", grown(m.rows))}
}

// times returns the product with a vector.
func (m sparse) times(x []float32) []float32 {
	y := make([]float32, len(m.rows)-1)
	for row := range y {
		for k := m.rows[row]; k < m.rows[row+1]; k++ {
			y[row] += m.values[k] * x[m.columns[k]]
		}
	}
	return y
}

// systemCase launches as many blocks as the size says.
func systemCase(s Size, args ...[]Arg) *Case {
	return &Case{
		Grid: Dim{s[1], 1, 1}, Block: Dim{256, 1, 1},
		Args: append(slices.Concat(args...), Scalar{"n", s[0]}),
	}
}

func productCase(s Size, rng *Random) *Case {
	n := s[0]
	m, y, x := matrixOf(n, false, rng), Result("y", n, rng), given("x", rng.whole(n, mostInSystem))
	copy(y.Want, m.times(x.Init))
	return systemCase(s, []Arg{y}, m.args(), []Arg{x})
}

func rowWhy(text string) func(c *Case, i int) string {
	return func(_ *Case, i int) string { return fmt.Sprintf(text, i) }
}

// sumWhy says of a sum what it adds to.
func sumWhy(array, text string) func(c *Case, i int) string {
	return func(c *Case, _ int) string { return c.At(array, 0) + ", what it was, + " + text }
}

// totalOf is a sum that has a value before.
func totalOf(name string, rng *Random) *Array[float32] { return newArray(name, rng.whole(1, 255), rng) }

func dotCase(s Size, rng *Random) *Case {
	const most = 3 // the sum of 2²⁰ squares is exact
	n := s[0]
	a, b, sum := given("a", rng.whole(n, most)), given("b", rng.whole(n, most)), totalOf("sum", rng)
	for i := range n {
		sum.Want[0] += a.Init[i] * b.Init[i]
	}
	return systemCase(s, []Arg{sum, a, b})
}

// stepCase has factors and residuals whose squares add up exactly.
func stepCase(s Size, rng *Random) *Case {
	alphas := [...]float32{0.5, -0.5, 1, -1} // in turn from one size to the next
	n, alpha := s[0], alphas[(rng.draw.Turn+int(rng.draw.Seed%4))%len(alphas)]
	x, r, rr := newArray("x", rng.whole(n, 7), rng), newArray("r", rng.whole(n, 2), rng), totalOf("rr", rng)
	p, q := given("p", rng.whole(n, 7)), given("q", rng.whole(n, 1))
	for i := range n {
		x.Want[i] += alpha * p.Init[i]
		r.Want[i] -= alpha * q.Init[i]
		rr.Want[0] += r.Want[i] * r.Want[i]
	}
	return systemCase(s, []Arg{x, r, rr, p, q, Scalar{"alpha", alpha}})
}

func stepWhy(c *Case, i int) string {
	return fmt.Sprintf("of x, x[%d] + alpha·p[%[1]d]; of r, r[%[1]d] − alpha·q[%[1]d]; of rr, what it was + the squares of all new r", i)
}

func jacobiCase(s Size, rng *Random) *Case {
	n := s[0]
	m, next := matrixOf(n, true, rng), Result("next", n, rng)
	b, x := given("b", rng.whole(n, 255)), given("x", rng.whole(n, mostInSystem))
	for row, all := range m.times(x.Init) {
		k := m.rows[row] + int32(slices.Index(m.columns[m.rows[row]:m.rows[row+1]], int32(row)))
		next.Want[row] = (b.Init[row] - (all - m.values[k]*x.Init[row])) / m.values[k]
		if next.Want[row] == 0 {
			next.Want[row] = float32(math.Abs(float64(next.Want[row])))
		}
	}
	return systemCase(s, []Arg{next}, m.args(), []Arg{b, x})
}

func iterateCase(s Size, rng *Random) *Case {
	n := s[0]
	m, q, pq, p := matrixOf(n, false, rng), Result("q", n, rng), totalOf("pq", rng), given("p", rng.whole(n, mostInSystem))
	copy(q.Want, m.times(p.Init))
	for i := range n {
		pq.Want[0] += p.Init[i] * q.Want[i]
	}
	return systemCase(s, []Arg{q, pq}, m.args(), []Arg{p})
}

func iterateWhy(c *Case, i int) string {
	return fmt.Sprintf("of q, the sum over row %d of A·p; of pq, %s, what it was, + the sum of p[i]·q[i]", i, c.At("pq", 0))
}
