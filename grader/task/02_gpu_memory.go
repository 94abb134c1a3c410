package task

// This file holds the tasks of chapter 02.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

// dramBusy is the share of the time in which DRAM moves data, in percent.
const dramBusy = "dram__throughput.avg.pct_of_peak_sustained_elapsed"

var memoryTasks = []Task{
	varied(func(v float64) Task {
		rate := v
		in := named{"rate": rate, "flops": rate / 12 * 2}.in
		return Task{
			ID: "02.1", Title: "A bound", Form: Predict, After: "explain-bound",
			Text: in("`y[i] = a*x[i] + y[i]` runs over large arrays of `float32` on a device with {rate} GB/s. All bytes of each line are used. The multiplication and the addition count as two operations. How many Gflop/s does the bandwidth allow?"),
			Ask: Number{
				Unit:    "Gflop/s",
				Answer:  Computed(rate / 12 * 2),
				Because: "x and y come and y goes: 12 bytes for two operations",
				Misread: []Misread{
					{Computed(rate / 12), "a multiplication and an addition are two operations"},
					{Computed(rate / 8 * 2), "you counted the loads; the store moves bytes too"},
					{Computed(rate / 8), "you counted the loads, and one operation"},
					{Computed(rate / 128 * 2), "you counted a whole line per result; here all of its numbers are used"},
					{Computed(rate / 4 * 2), "x is not the only array"},
				},
				Nudge: "count the bytes that move for one i, and the operations for one i",
			},
			Hints: Hints{
				Question: "Which numbers come from memory for one i, and which go back?",
				Look:     "The table above does this for three `float64` and one operation.",
				Hole:     in(`gflops := {rate} / ___ * 2`),
				Solution: in("x in, y in, y out: 12 bytes for 2 operations. {rate} / 12 × 2 = {flops} Gflop/s."),
			},
		}
	}, 900, 600, 1200, 1500),
	{
		ID: "02.2", Title: "Bytes that nobody uses", Form: Predict, After: "explain-adds",
		Text: "A kernel on a K20c adds every second `float64` of two large arrays and stores the results side by side: `c[i] = a[2*i] + b[2*i]`. A sector has 32 bytes, and all sectors of `c` are filled. How many bytes move per addition?",
		Ask: Number{
			Unit: "bytes",
			Answer: func() float64 {
				r := Launched("K20c", addSeconds, line(8, 128), make([]float64, 1024), make([]float64, 2048), make([]float64, 2048))()
				return 32 * (counter(r, rubric.SectorsLoaded) + counter(r, rubric.SectorsStored)) / 1024
			},
			Because: "half of each loaded sector is wasted, so a number of a or b costs 16 bytes; a result costs 8",
			Misread: []Misread{
				{Computed(3 * 8), "these are the numbers themselves: what else comes with each number of a?"},
				{Computed(3 * 16), "the results lie side by side: is a part of their sectors wasted?"},
				{Computed(3 * 32), "that is a sector for each number: how many of the numbers that are needed lie in one sector?"},
				{Computed(2*32 + 8), "two of the numbers that are needed share a sector"},
				{Computed(2 * 16), "you left out the result"},
				{Computed(2*8 + 4), "a `float64` has 8 bytes"},
			},
			Nudge: "how many numbers of a that are needed lie in a sector of 32 bytes, and how many results?",
		},
		Hints: Hints{
			Question: "Four `float64` fill a sector. How many of them does the kernel need?",
			Look:     "The table above has the bytes per addition of `AddAll`, which uses all of each sector.",
			Hole:     "bytes := 32.0/2 + 32.0/2 + 32.0/___",
			Solution: "Two of the four numbers in a sector of a or b are needed: 16 bytes each. Four results share a sector: 8 bytes. 16 + 16 + 8 = 40 bytes.",
		},
	},
	{
		ID: "02.3", Title: "Three kernels in one", Form: Write, After: "explain-fusion",
		Text: "A program launches three kernels: s = a + b, then d = a − b, then out = s · d. Write `SumTimesDifference`, which does all three in one pass. For every i < n, out[i] becomes the sum of a[i] and b[i] times their difference. Goal: at most 256 sectors loaded for n = 1024, which is each number once.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "SumTimesDifference", Signature: "func(out, a, b []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {129}, {1024}},
				Case: ofTwo(func(a, b float32) float32 { return (a + b) * (a - b) }),
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("(a[%d] + b[%d]) · (a[%d] - b[%d])", i, i, i, i)
				},
				Hints: map[rubric.Symptom]string{
					rubric.Outside:    "this thread has no element: which i may store?",
					rubric.NotWritten: "no thread stored this element: does each thread take an i of its own, and store once?",
					rubric.BadValue:   "compute the sum and the difference of the same two numbers, and multiply them",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("sectors loaded", rubric.SectorsLoaded, 2*1024*4/32, "some number is loaded more than once: keep it in a variable, and do not load out"),
				},
			},
			Wrong: []Wrong{{"sum", "compute the sum and the difference"}, {"open", "which i may store?"}},
		},
		Hints: Hints{
			Question: "Which numbers does one thread need, and which of them must go to memory?",
			Look:     "`AddFour`, in the cell above, does three additions in one pass.",
			Hole: `
x, y := a[i], b[i]
out[i] = (x + y) * ___
`,
		},
	},
	{
		ID: "02.4", Title: "One walk", Form: Optimise, After: "walks",
		Text: "`Spread` finds the smallest and the largest element and the sum of each row of a matrix that lies column after column. It is right, and goes over each row three times. Par is 1.5 walks: 6912 sectors loaded for 256 rows and 144 columns. How far do you get?",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Spread", Signature: "func(low, high, sum, a []float32, rows, cols int)",
				SizeNames: []string{"rows", "cols"}, Sizes: []rubric.Size{{1, 3}, {129, 5}, {256, 144}},
				Case: spreads,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("row %d of a", i) },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "a row begins at a[r], and its next element lies rows elements behind it. With which value does each of the three begin?",
				},
				Goals: []rubric.Goal{{
					Name: "sectors loaded", Metrics: []string{rubric.SectorsLoaded},
					Limit: func(s rubric.Size) float64 { return 1.5 * float64(s[0]*s[1]) * 4 / 32 },
					Hint:  "each element is needed three times: keep it in a variable, and let three variables collect",
				}},
			},
			Best:  4608,
			Wrong: []Wrong{{"two", "sectors loaded, limit 6912"}, {"zero", "With which value does each of the three begin?"}},
		},
		Hints: Hints{
			Question: "How many variables must a thread keep, so that one walk is enough?",
			Look:     "`OneWalk`, in the cell above, keeps two sums.",
			Hole: `
x := a[r]
l, h, s := x, x, x
for c := 1; c < cols; c++ {
	x = a[c*rows+r]
	l, h, s = min(l, x), ___, ___
}
`,
		},
	},
	varied(func(v [2]int) Task {
		flops, rate := v[0], v[1]
		ridge := flops / rate
		in := named{"flops": flops, "rate": rate, "ridge": ridge, "operations": 8 * ridge, "k": 8 * ridge / 2, "code": plain(flops)}.in
		return Task{
			ID: "02.5", Title: "How much work per number?", Form: Predict, After: "explain-work",
			Text: in("A device does {flops} Gflop/s on `float32` and moves {rate} GB/s. A kernel loads one `float32`, does k multiply-adds with it, and stores one `float32`. From which k on is arithmetic the limit?"),
			Ask: Number{
				Unit:    "multiply-adds",
				Answer:  Computed(ridge * 8 / 2),
				Because: in("{ridge} operations per byte × 8 bytes ÷ 2 operations per multiply-add"),
				Misread: []Misread{
					{Computed(ridge), "that is the ridge point, in operations per byte; how many bytes move?"},
					{Computed(ridge * 8), "you counted operations; a multiply-add is two"},
					{Computed(ridge * 4 / 2), "you counted the load; the store moves bytes too"},
				},
				Nudge: "find the ridge point first, then the bytes per number, then the operations per multiply-add",
			},
			Hints: Hints{
				Question: "How many operations per byte are at the ridge point of this device?",
				Look:     "The explanation above does it for a K20c and `float64`.",
				Hole:     in(`k := {code} / {rate} * ___ / 2`),
				Solution: in("The ridge point is {ridge} operations per byte. 8 bytes move, so {operations} operations, or {k} multiply-adds."),
			},
		}
	}, [2]int{40000, 2000}, [2]int{60000, 2000}, [2]int{20000, 2000}, [2]int{50000, 2000}),
	{
		ID: "02.6", Title: "What limits it?", Form: Explain, After: "explain-what-if",
		Text: "A K20c runs an unknown kernel. Run the cell, look at its counters, and choose the sentence that explains its time.",
		Ask: Choice{
			Report:   onStream(chase, 1<<10, 256),
			Counters: []string{dramBusy, "flop_per_dram_byte", "ipc", "achieved_occupancy"},
			Because:  "the SMs are full of warps, DRAM has hardly anything to do, and hardly an instruction is issued: each load waits for the one before",
			Options: []Option{
				{
					Text:   "Arithmetic: its units are busy.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, "flop_per_dram_byte") > 17 && counter(r, "ipc") > 2 },
					Report: onStream(manyAdds, 1<<10, 256),
					Says:   "compare its operations per byte with the ridge point of a K20c, and look at how many instructions it issues per cycle",
				},
				{
					Text:   "Too few warps: the SMs are nearly empty.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, "achieved_occupancy") < 10 },
					Report: onStream(stream, 26, 32),
					Says:   "look at `achieved_occupancy`: which part of the places for warps is in use?",
				},
				{
					Text:   "Bandwidth: DRAM is busy most of the time.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, dramBusy) > 80 },
					Report: onStream(stream, 1<<12, 256),
					Says:   "then DRAM would be busy most of the time: look at its counter",
				},
				{
					Text: "Latency: the SMs are full of warps that wait, and nothing is busy.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, "achieved_occupancy") > 50 && counter(r, dramBusy) < 50 && counter(r, "ipc") < 1
					},
				},
			},
		},
		Hints: Hints{
			Question: "Which resource is busy: the units that compute, or DRAM? If none is, what do the warps do?",
			Look:     "The table above compares two kernels by the same counters. Here the places for warps are in use.",
			Hole:     `warpsWait := achievedOccupancy > 50 && dramBusy < ___ && ipc < ___`,
			Solution: "Neither DRAM nor the units are busy, and the SMs are full. The warps wait for loads that depend on each other.",
		},
	},
	{
		ID: "02.7", Title: "Rows or columns?", Form: Mend, After: "explain-what-if",
		Text: "`RowMeans` computes the mean of each row of a matrix that lies column after column, as in section 5. It has a bug. Run it, look at the wrong element, and mend it.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "RowMeans", Signature: "func(mean, a []float32, rows, cols int)",
				SizeNames: []string{"rows", "cols"}, Sizes: []rubric.Size{{1, 4}, {129, 4}, {256, 16}},
				Case: means,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("the mean of a[%d], a[%d+rows], a[%d+2·rows] …", i, i, i)
				},
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "these are not the elements of this row: how far apart are two neighbours of a row?",
					rubric.Outside:  "this thread has no row: which r may store?",
					rubric.Poisoned: "the thread read behind the matrix: which index is the largest?",
				},
			},
			Wrong: []Wrong{{"turned", "which index is the largest?"}, {"open", "which r may store?"}},
		},
		Hints: Hints{
			Question: "Column 0 comes first in memory: elements 0 to rows − 1. Where does column 1 begin?",
			Look:     "`TwoWalks` and `OneWalk`, in section 5, use a matrix that lies in the same way.",
			Hole:     `sum += a[c*___+r]`,
		},
	},
}

// counter returns a counter of a report, 0 if it has none.
func counter(r *gpusim.Report, name string) float64 {
	v, _ := r.Metric(name)
	return v
}

// stream adds 1 to each element.
func stream(out, in []float32, n int) {
	if i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n {
		out[i] = in[i] + 1
	}
}

// ofTwo is the case of a kernel func(out, a, b []float32, n int) that sets out[i] to
// f(a[i], b[i]), with blocks of 128 threads.
func ofTwo(f func(a, b float32) float32) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		n := s[0]
		out, a, b := rubric.Result("out", n, rng), rubric.Input("a", n, rng), rubric.Input("b", n, rng)
		for i := range n {
			out.Want[i] = f(a.Init[i], b.Init[i])
		}
		return threadPer(n, out, a, b, rubric.NewScalar("n", n))
	}
}

// threadPer is a case with a thread for each of n elements, in blocks of 128.
func threadPer(n int, args ...rubric.Arg) *rubric.Case {
	return &rubric.Case{
		Grid: rubric.Dim{X: blocksOf(n, 128), Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1}, Args: args,
	}
}

// spreads is the case of Spread.
func spreads(s rubric.Size, rng *rubric.Random) *rubric.Case {
	rows, cols := s[0], s[1]
	low, high, sum := rubric.Result("low", rows, rng), rubric.Result("high", rows, rng), rubric.Result("sum", rows, rng)
	a := rubric.Input("a", rows*cols, rng)
	oneSided(a.Init, rows)
	for r := range rows {
		low.Want[r], high.Want[r], sum.Want[r] = a.Init[r], a.Init[r], 0
		for c := range cols {
			x := a.Init[c*rows+r]
			low.Want[r], high.Want[r] = min(low.Want[r], x), max(high.Want[r], x)
			sum.Want[r] += x
		}
	}
	return threadPer(rows, low, high, sum, a, rubric.NewScalar("rows", rows), rubric.NewScalar("cols", cols))
}

// oneSided makes the numbers of one row in two positive and those of the others negative. Where there are several rows
// the numbers are also huge, so that no guess is larger or smaller than all of them. Element (r, c) is a[c*rows+r].
func oneSided(a []float32, rows int) {
	const huge = 1 << 100
	for i, v := range a {
		v = max(v, -v) + 8
		if rows > 1 {
			v *= huge
		}
		if i%rows%2 == 0 {
			v = -v
		}
		a[i] = v
	}
}

// means is the case of RowMeans.
func means(s rubric.Size, rng *rubric.Random) *rubric.Case {
	rows, cols := s[0], s[1]
	mean, a := rubric.Result("mean", rows, rng), rubric.Input("a", rows*cols, rng)
	for r := range rows {
		mean.Want[r] = 0
		for c := range cols {
			mean.Want[r] += a.Init[c*rows+r]
		}
		mean.Want[r] /= float32(cols)
	}
	return threadPer(rows, mean, a, rubric.NewScalar("rows", rows), rubric.NewScalar("cols", cols))
}

// onStream launches a kernel of 02.6 on a K20c, on arrays with an element per thread.
func onStream(kernel any, blocks, threads int) func() *gpusim.Report {
	n := blocks * threads
	return Launched("K20c", kernel, line(blocks, threads), zeroed(n), zeroed(n), n)
}

// manyAdds does 512 multiply-adds per element, in four chains that do not wait for each other.
func manyAdds(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	a, b, c, d := in[i], in[i]+1, in[i]+2, in[i]+3
	for range 128 {
		a, b, c, d = a*0.5+1, b*0.5+1, c*0.5+1, d*0.5+1
	}
	out[i] = a + b + c + d
}

// chase loads 64 numbers per thread, each of which says where the next one lies.
func chase(out, in []float32, n int) {
	i, at := gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X, 0
	for range 64 {
		at = int(in[at])
	}
	out[i] = float32(at)
}

// addSeconds adds every second number.
func addSeconds(c, a, b []float64) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	c[i] = a[2*i] + b[2*i]
}
