package task

// This file holds the tasks of chapter 11.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

// The counters of local memory, by nvprof's names.
const (
	localLoads  = "local_load_transactions"
	localStores = "local_store_transactions"
)

var localTasks = []Task{
	{
		ID: "11.1", Title: "Four words of a warp", Form: Predict, After: "layout-run",
		Text: "Each lane has an array in local memory, and lane l loads its element `a[l%4]`. How many sectors does this load of a warp move?",
		Ask: Number{
			Unit:    "sectors",
			Answer:  Counted(localLoads, Device, loadFourWords, line(1, 32), zeroed(32), 4),
			Because: "the warp uses four words, so four lines. Every fourth lane uses the same line, so each line needs all its four sectors",
			Misread: []Misread{
				{Computed(4), "you counted lines: how many sectors of each line are used?"},
				{Computed(32), "that would be so if all lanes used different words: which lanes use the same?"},
				{Computed(8), "that many lanes use the same word: in how many sectors of its line do they lie?"},
				{Computed(1), "only words of one index lie side by side, and the warp uses four indices"},
			},
			Nudge: "in which line does word k of all lanes lie, and which sectors of it do lanes k, k+4, k+8 and so on use?",
		},
		Hints: Hints{
			Question: "How many lines does the warp use, and how many sectors of each?",
			Look:     "The strips above show where the words of one index lie.",
			Hole:     `sectors := 4 * ___ // lines × sectors of each`,
			Solution: "Word k of all 32 lanes is a line. Four indices are four lines. Lanes 0, 4, 8 … lie in all four sectors of their line: 16.",
		},
	},
	{
		ID: "11.2", Title: "Bounds that are known", Form: Complete, After: "explain-cases",
		Text: "`Backwards` stores 32 values per thread in reverse. Complete the bounds of its two loops. The launch passes count = 32. Goal: no sectors of local memory.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Backwards", Signature: "func(out, in []float32, n, count int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1000}},
				Case: backwards,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d]", reversed(c.Size[0], i)) },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue:   "are all 32 values loaded before they are stored?",
					rubric.NotWritten: "32 values are stored per thread",
				},
				Goals: []rubric.Goal{noLocalSectors("the compiler must know every index: can it know how many rounds a loop has when the bound is a parameter?")},
			},
			Wrong: []Wrong{{"count", "when the bound is a parameter?"}, {"less", "are all 32 values loaded"}},
		},
		Hints: Hints{
			Question: "Which bound does the compiler know: a parameter, or a constant?",
			Look:     "`Counted` and `Fixed` above differ in that.",
			Hole: `
for k := range ___ {
	v[k] = in[k*n+i]
}
`,
		},
	},
	{
		ID: "11.3", Title: "A stack that overflows", Form: Mend, After: "explain-calls",
		Text: "`Stairs` computes the height of a stair by a function that calls itself: each step adds a number of its own to half of what lies below. A high stair overflows its stack. Run it, and mend it. Goal: no sectors of local memory.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Stairs", Signature: "func(out []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{0}, {1}, {500}},
				Case: stairs,
				Why: func(c *rubric.Case, i int) string {
					steps := c.Size[0] + i
					return fmt.Sprintf("%d %% 7, and half of the height of a stair of %d", steps, steps-1)
				},
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "with which step does the loop begin, with which does it end, and what does a step do with the height so far?",
				},
				Goals: []rubric.Goal{noLocalSectors("every call keeps a frame in local memory, and an array lies there when a loop with an unknown bound indexes it: a step needs only the height so far")},
			},
			Wrong: []Wrong{{"one", "with which does it end"}, {"down", "with which step does the loop begin"}, {"formula", "what does a step do"}, {"pairs", "stack overflow"}},
		},
		Hints: Hints{
			Question: "What does each call keep that the next one needs? Which step computes its number first: the lowest or the highest?",
			Look:     "The table above counts the local memory of calls.",
			Hole: `
height := float32(0)
for d := 1; d <= n+gpu.ThreadIdx.X; d++ {
	height = float32(d%7) + ___
}
out[gpu.ThreadIdx.X] = height
`,
		},
	},
	{
		ID: "11.4", Title: "Read the report", Form: Explain, After: "explain-trade",
		Text: "A kernel was launched on an H200. Run the cell, look at the counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   Launched(Device, pickAnywhere, line(1, 32), zeroed(32), scattered(), 7),
			Counters: []string{"launch__registers_per_thread", "inst_executed_local_loads", localLoads, localStores},
			Because:  "one load of local memory moves 32 sectors: each lane uses another line, so the indices differ between lanes",
			Options: []Option{
				{
					Text: "Registers ran out, and values were spilled.",
					Holds: func(r *gpusim.Report) bool {
						return sectorsPerLocalLoad(r) == 4 && counter(r, "launch__registers_per_thread") == 32
					},
					Report: Launched(Device, keepForty, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), MaxRegisters: 32}, zeroed(40*32), zeroed(40*32)),
					Says:   "spilled values lie at the same place for all lanes, so a load of them moves four sectors",
				},
				{
					Text:  "An array has an index that differs between lanes.",
					Holds: func(r *gpusim.Report) bool { return sectorsPerLocalLoad(r) == 32 },
				},
				{
					Text: "An array has an index that is a parameter, the same for all lanes.",
					Holds: func(r *gpusim.Report) bool {
						return sectorsPerLocalLoad(r) == 4 && counter(r, "launch__registers_per_thread") < 32
					},
					Report: Launched(Device, pickTogether, line(1, 32), zeroed(32), scattered(), 7),
					Says:   "then its load would be coalesced: 4 sectors",
				},
				{
					Text:   "All arrays lie in registers.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, "inst_executed_local_loads") == 0 },
					Report: Launched(Device, pickLast, line(1, 32), zeroed(32), scattered(), 7),
					Says:   "then there would be no local loads",
				},
			},
		},
		Hints: Hints{
			Question: "How many sectors does one load move? When does local memory move so many?",
			Look:     "`Own`, in section 2, has loads of both kinds.",
			Hole:     `sectorsPerLoad := sectors / ___`,
			Solution: "32 sectors per load: the lanes use different indices.",
		},
	},
	{
		ID: "11.5", Title: "Sort four", Form: Write, After: "explain-cures",
		Text: "Write `SortFour` from blank. Goals: each value is loaded once, and no sectors of local memory.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "SortFour", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1000}},
				Case: sortedFours,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("value %d of thread %d in order", i/c.Size[0], i%c.Size[0])
				},
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "the smallest goes to out[i], the largest to out[3n+i]",
				},
				Goals: []rubric.Goal{
					noLocalSectors("an index that depends on the values is unknown to the compiler: always make the same comparisons"),
					rubric.AtMost("load requests", rubric.LoadRequests, 4*32, "load the four values once"),
				},
			},
			Wrong: []Wrong{{"down", "the smallest goes to out[i]"}, {"rank", "always make the same comparisons"}, {"unguarded", "threads beyond the data must do nothing"}},
		},
		Hints: Hints{
			Question: "Which pairs of places must be compared, whatever the values are?",
			Look:     "`SortSixteen` above sorts with constant bounds.",
			Hole: `
for a := range 4 {
	for b := range ___ - a {
		v[b], v[b+1] = min(v[b], v[b+1]), max(v[b], v[b+1])
	}
}
`,
		},
	},
	{
		ID: "11.6", Title: "Exactly 8 sectors", Form: Match, After: "explain-measured",
		Text: "`Mine` fills an array per lane in local memory. Choose the element that each lane loads, so that the load of the warp moves exactly 8 sectors.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Mine", Signature: "func(out []float32, fill float32)",
				SizeNames: []string{"lanes"}, Sizes: []rubric.Size{{32}},
				Case: mines,
				Why:  func(*rubric.Case, int) string { return "any element of a" },
				Goals: []rubric.Goal{
					rubric.Exactly("sectors of local loads", localLoads, 8, "each index that is used is a line of four sectors: how many indices, and which lanes must share them, so that all four sectors are needed? (An array whose indices the compiler knows lies in registers.)"),
				},
			},
			Wrong: []Wrong{{"halves", "4 sectors of local loads, exactly 8"}, {"four", "16 sectors of local loads, exactly 8"}, {"seven", "any element of a"}},
		},
		Hints: Hints{
			Question: "Two lines have 8 sectors. Which lanes must use the first line, so that its four sectors are all needed?",
			Look:     "The strips of section 2: words of one index lie side by side, in the order of the lanes.",
			Hole:     `out[t] = a[t%___]`,
		},
	},
}

// noLocalSectors is the goal that nothing goes to local memory.
func noLocalSectors(hint string) rubric.Goal {
	return rubric.Goal{
		Name: "sectors of local memory", Metrics: []string{localLoads, localStores}, Hint: hint,
		Limit: func(rubric.Size) float64 { return 0 },
	}
}

// loadFourWords lets lane l load element l%words of its array.
func loadFourWords(out []float32, words int) {
	t := gpu.ThreadIdx.X
	var a [128]float32
	for k := range 128 {
		a[k] = float32(t)
	}
	out[t] = a[t%words]
}

// pickAnywhere stores one element at an index that is the same for all lanes, and loads one
// at an index of each lane.
func pickAnywhere(out, which []float32, k int) {
	t := gpu.ThreadIdx.X
	var a [64]float32
	a[k] = 1
	out[t] = a[int(which[t])]
}

// scattered returns an index for each lane, different from those of its neighbours.
func scattered() []float32 {
	list := make([]float32, 32)
	for i := range list {
		list[i] = float32(7 * i % 32)
	}
	return list
}

// backwards is the case of Backwards.
func backwards(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, in := rubric.Result("out", 32*n, rng), rubric.Input("in", 32*n, rng)
	for i := range 32 * n {
		out.Want[i] = in.Init[reversed(n, i)]
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: blocksOf(n, 128), Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1},
		Args: []rubric.Arg{out, in, rubric.NewScalar("n", n), rubric.NewScalar("count", 32)},
	}
}

// reversed returns where element i of 32 rows of n comes from.
func reversed(n, i int) int { return (31-i/n)*n + i%n }

// mines is the case of Mine.
func mines(s rubric.Size, rng *rubric.Random) *rubric.Case {
	out, fill := rubric.Result("out", s[0], rng), rng.Factor("fill")
	for i := range s[0] {
		out.Want[i] = fill
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: 1, Y: 1, Z: 1}, Block: rubric.Dim{X: s[0], Y: 1, Z: 1},
		Args: []rubric.Arg{out, rubric.NewScalar("fill", fill)},
	}
}

// stairs is the case of Stairs.
func stairs(s rubric.Size, rng *rubric.Random) *rubric.Case {
	const lanes = 32
	out := rubric.Result("out", lanes, rng)
	for i := range lanes {
		out.Want[i] = 0
		for d := 1; d <= s[0]+i; d++ {
			out.Want[i] = float32(d%7) + out.Want[i]/2
		}
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: 1, Y: 1, Z: 1}, Block: rubric.Dim{X: lanes, Y: 1, Z: 1},
		Args: []rubric.Arg{out, rubric.NewScalar("n", s[0])},
	}
}

// sortedFours is the case of SortFour. The task is about indices: no two values are equal.
func sortedFours(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, in := rubric.Result("out", 4*n, rng), rubric.Input("in", 4*n, rng)
	for i, v := range rng.Perm(4 * n) {
		in.Init[i] = float32(v)/8 - float32(n)/4
	}
	for i := range n {
		four := []float32{in.Init[i], in.Init[n+i], in.Init[2*n+i], in.Init[3*n+i]}
		slices.Sort(four)
		for k, v := range four {
			out.Want[k*n+i] = v
		}
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: blocksOf(n, 128), Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1},
		Args: []rubric.Arg{out, in, rubric.NewScalar("n", n)},
	}
}

// sectorsPerLocalLoad returns how many sectors a load of local memory moves on average; 0 without such a load.
func sectorsPerLocalLoad(r *gpusim.Report) float64 {
	return counter(r, localLoads) / max(1, counter(r, "inst_executed_local_loads"))
}

// keepForty holds 40 values until their sum is known.
func keepForty(out, in []float32) {
	var v [40]float32
	sum := float32(0)
	for k := range 40 {
		v[k] = in[32*k+gpu.ThreadIdx.X]
		sum += v[k]
	}
	for k := range 40 {
		out[32*k+gpu.ThreadIdx.X] = v[k] * sum
	}
}

// pickTogether loads the same element of an array in all lanes.
func pickTogether(out, which []float32, k int) {
	t := gpu.ThreadIdx.X
	var a [64]float32
	a[int(which[t])] = 1
	out[t] = a[k]
}

// pickLast loads an element that the compiler knows.
func pickLast(out, which []float32, k int) {
	t := gpu.ThreadIdx.X
	var a [4]float32
	for i := range 4 {
		a[i] = which[t] + float32(i*k)
	}
	out[t] = a[3]
}
