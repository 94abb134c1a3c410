package task

// This file holds the tasks of chapter 01, which are about one thread of a CPU.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/cpu"
	"gpucourse/grader/rubric"
)

var cpuTasks = []Task{
	varied(func(v int) Task {
		n := v
		out, a := make([]float64, 1), make([]float64, n)
		in := named{"n": n, "bytes": 8 * n, "lines": 8 * n / 64}.in
		return Task{
			ID: "01.1", Title: "Every fourth number", Form: Predict, After: "explain-lines",
			Text: in("A loop loads every fourth `float64` of an array of {n}, once. The cache is empty at first. How many of its loads miss?"),
			Ask: Number{
				Unit:    "misses",
				Answer:  onCPU("i7-2600", "L1-dcache-load-misses", everyFourth, out, a, n),
				Because: "a line has 8 numbers, and the loop uses two of them: one miss, one hit",
				Misread: []Misread{
					{onCPU("i7-2600", "L1-dcache-loads", everyFourth, out, a, n), "you counted loads; does each of them need a line of its own?"},
					{Computed(n), "you counted the numbers of the array; the loop loads a part of them"},
					{Computed(n / 4 / 8), "that is for loads of neighbours, which share a line among eight"},
				},
				Nudge: "how many loads does the loop make, and how many of them share a line?",
			},
			Hints: Hints{
				Question: "How many numbers of one line does the loop use?",
				Look:     "The picture of the walk along the rows shows which loads hit. Which of these remain, when only every fourth number is loaded?",
				Hole:     in(`misses := {n} * 8 / ___`),
				Solution: in("The array has {n} × 8 = {bytes} bytes, which are {bytes} / 64 = {lines} lines. The loop uses all of them: {lines} misses, and {lines} hits."),
			},
		}
	}, 1024, 2048, 1536, 3072),
	{
		ID: "01.2", Title: "Three lines, one set", Form: Predict, After: "explain-lru",
		Text: "`Toy` has 4 sets of 2 lines each. A loop reads three lines in turn, ten times in all: lines 0, 4 and 8. How many of its loads miss?",
		Ask: Number{
			Unit:    "misses",
			Answer:  onCPU("Toy", "L1-dcache-load-misses", roundsOver, make([]float64, 1), make([]float64, 128), 3, 4),
			Because: "lines 0, 4 and 8 have the same set, which holds two: LRU always removes the line that is needed next",
			Misread: []Misread{
				{Computed(3), "three lines fit the cache, but do they fit the set that their addresses choose?"},
				{Computed(10 + 2), "you let two of the lines stay; which line does LRU remove?"},
				{Computed(20), "you let one of the lines stay; which line does LRU remove?"},
			},
			Nudge: "find the set of each line first: line number mod 4",
		},
		Hints: Hints{
			Question: "Which set has line 0? Which sets have lines 4 and 8?",
			Look:     "The curve above: with 12 lines each set has three. What is the share of misses there?",
			Hole:     `misses := 10 * ___ // misses per round`,
			Solution: "All three lines have set 0, which holds two lines. Each load removes the line that is needed next. So all 30 loads miss.",
		},
	},
	{
		ID: "01.3", Title: "Along the lines", Form: Complete, After: "explain-sums",
		Text: "`Doubled` stores the double of each element of a matrix that lies row after row. Complete the line, so that the inner loop goes along the lines. Goal: at most 11 250 load misses in L1 for 200 rows and 600 columns of `float32`, 16 per line.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Doubled", Signature: "func(out, a []float32, rows, cols int)",
				SizeNames: []string{"rows", "cols"}, Sizes: []rubric.Size{{1, 1}, {5, 16}, {200, 600}},
				Case:  doubledMatrix,
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("2·a[%d]", i) },
				Hints: map[rubric.Symptom]string{rubric.NotWritten: "no step of the loops reaches this element: which element is column q of row p?"},
				Goals: []rubric.Goal{{
					Name: "load misses in L1", Metrics: []string{rubric.L1LoadMisses},
					Limit: func(s rubric.Size) float64 { return 1.5 * float64(s[0]*s[1]) / 16 },
					Hint:  "the inner loop goes down the columns: by how much does i grow from one q to the next?",
				}},
			},
			Device: "i7-2600",
			Wrong:  []Wrong{{"turned", "by how much does i grow from one q to the next?"}, {"square", "which element is column q of row p?"}},
		},
		Hints: Hints{
			Question: "The inner loop changes q. Which element should follow element i?",
			Look:     "Compare the index of `SumRows`, further up. Which of its variables belongs to the inner loop?",
			Hole:     `i := p*___ + q`,
		},
	},
	{
		ID: "01.4", Title: "Bytes per result", Form: Predict, After: "explain-adds",
		Text: "`z[i] = x[i] + 2*y[i]` runs over large arrays of `float64`, all neighbours. How many bytes move to and from memory per result?",
		Ask: Number{
			Unit:    "bytes",
			Answer:  perElement("memory-bytes", scaledSum, 1<<16),
			Because: "x and y come, the line of z comes because the store misses, and z goes back: four numbers of 8 bytes",
			Misread: []Misread{
				{Computed(3 * 8), "you counted x, y and z once each; what does a store that misses do first?"},
				{Computed(2 * 8), "you counted what is loaded; what happens to z?"},
				{Computed(4 * 64), "you counted a whole line for each number; here all numbers of a line are used"},
			},
			Nudge: "count how often each of the three arrays goes over the bus to memory",
		},
		Hints: Hints{
			Question: "How often does a line of z move?",
			Look:     "The table above has a row for c[i] = a[i] + b[i] with all numbers used. How many lines per operation does it say, and how many operations use one line?",
			Hole:     `bytes := (2 + ___) * 8 // x and y, and the moves of z`,
			Solution: "x in, y in, z in (write-allocate), z out (write-back): 4 × 8 = 32 bytes.",
		},
	},
	{
		ID: "01.5", Title: "Six results at the same time", Form: Predict, After: "explain-registers",
		Text: "A product of matrices computes 2 × 3 results at the same time: two rows of a, three columns of b, six sums in registers. How many loads does it make for these six results in each step of k?",
		Ask: Number{
			Unit:    "loads",
			Answer:  Computed(2 + 3),
			Because: "two numbers of a and three of b serve six multiplications",
			Misread: []Misread{
				{Computed(2 * 6), "that is two loads per multiplication: nothing is reused"},
				{Computed(2 * 3), "you counted multiplications; each number that is loaded serves several of them"},
				{Computed(2*3 + 2 + 3), "the sums are in registers: they need no loads"},
			},
			Nudge: "count the different numbers of a and of b that one step of k needs",
		},
		Hints: Hints{
			Question: "Which numbers of a does one step of k need for all six results? Which of b?",
			Look:     "`Together`, above, loads three numbers for two multiplications. Name them.",
			Hole:     `loads := 2 + ___`,
			Solution: "Two numbers of a (one per row) and three of b (one per column): 5 loads for 6 multiplications.",
		},
	},
	{
		ID: "01.6", Title: "Three products in one loop", Form: Optimise, After: "explain-registers",
		Text: "`Triple` computes three dot products: x·y, x·z and x·w. It is right, and makes 6 loads per element of x. Par is 5 loads per element, 5120 for n = 1024. How far do you get?",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Triple", Signature: "func(out, x, y, z, w []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {10}, {1024}},
				Case:  tripleProduct,
				Why:   func(c *rubric.Case, i int) string { return "the dot product of x and the array of this number" },
				Hints: map[rubric.Symptom]string{rubric.BadValue: "each of the three sums must begin at 0, and get every element once"},
				Goals: []rubric.Goal{{
					Name: "loads", Metrics: []string{"L1-dcache-loads"},
					Limit: func(s rubric.Size) float64 { return 5 * float64(s[0]) },
					Hint:  "each element of x is loaded for each of the products: keep it in a variable, and let several sums use it",
				}},
			},
			Device: "i7-2600",
			Best:   4096,
			Wrong:  []Wrong{{"apart", "6144 loads, limit 5120"}, {"one", "each of the three sums must begin at 0"}},
		},
		Hints: Hints{
			Question: "How many different numbers does one step i need, for all three products?",
			Look:     "`Together`, in the cell above, does it for two products.",
			Hole: `
v := x[i]
p += v * y[i]
q += v * ___
`,
		},
	},
}

// onCPU runs a function on a CPU and returns a counter.
func onCPU(machine, counter string, function any, args ...any) func() float64 {
	return func() float64 {
		m := gpusim.Must(cpu.Open(machine))
		v, ok := gpusim.Must(m.Run(function, args...)).Metric(counter)
		if !ok {
			panic("BUG: no counter is named " + counter)
		}
		return v
	}
}

// doubledMatrix is the case of Doubled.
func doubledMatrix(s rubric.Size, rng *rubric.Random) *rubric.Case {
	rows, cols := s[0], s[1]
	out, a := rubric.Result("out", rows*cols, rng), rubric.Input("a", rows*cols, rng)
	for i := range rows * cols {
		out.Want[i] = 2 * a.Init[i]
	}
	return &rubric.Case{Args: []rubric.Arg{out, a, rubric.NewScalar("rows", rows), rubric.NewScalar("cols", cols)}}
}

// tripleProduct is the case of Triple.
func tripleProduct(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, x := rubric.Result("out", 3, rng), rubric.Input("x", n, rng)
	args := []rubric.Arg{out, x}
	for k, name := range []string{"y", "z", "w"} {
		other := rubric.Input(name, n, rng)
		out.Want[k] = 0
		for i := range n {
			out.Want[k] += x.Init[i] * other.Init[i]
		}
		args = append(args, other)
	}
	return &rubric.Case{Args: append(args, rubric.NewScalar("n", n))}
}

// perElement returns a counter per element of a function of three arrays.
func perElement(counter string, function any, n int) func() float64 {
	return func() float64 {
		return onCPU("i7-2600", counter, function, make([]float64, n), make([]float64, n), make([]float64, n), n)() / float64(n)
	}
}

func everyFourth(out, a []float64, n int) {
	sum := 0.0
	for i := 0; i < n; i += 4 {
		sum += a[i]
	}
	out[0] = sum
}

// roundsOver loads a number of each of some lines, which lie stride lines apart, ten times.
func roundsOver(out, a []float64, lines, stride int) {
	sum := 0.0
	for range 10 {
		for l := range lines {
			sum += a[8*stride*l]
		}
	}
	out[0] = sum
}

func scaledSum(z, x, y []float64, n int) {
	for i := range n {
		z[i] = x[i] + 2*y[i]
	}
}
