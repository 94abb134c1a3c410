package task

// This file holds the tasks of chapter 09.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

// The counters of constant loads. Nsight Compute has no metrics of its own for them.
const (
	constantRequests = "constant_load_requests"
	constantsPerLoad = "constant_load_requests_per_load"
	constantHits     = "constant_cache_hit_rate" // in percent of the requests
)

var constantTasks = []Task{
	{
		ID: "09.1", Title: "Which weight in which round?", Form: Complete, After: "explain-slow",
		Text: "`Mix` adds up four neighbours with their weights, which lie in constant memory. Complete the line. Goal: 1 request per constant load.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Mix", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1000}},
				Case: mixed,
				Why: func(_ *rubric.Case, i int) string {
					return fmt.Sprintf("Weights[0]·in[%d] + … + Weights[3]·in[%d]", i, i+3)
				},
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "each of the four weights is wanted once, with its own neighbour: does k run through 0 to 3?",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("constant requests per load", constantsPerLoad, 1, "the lanes read different weights in the same round: on what may k depend?"),
				},
			},
			Wrong: []Wrong{{"lanes", "4 constant requests per load, limit 1"}, {"thread", "does k run through 0 to 3?"}},
		},
		Hints: Hints{
			Question: "All lanes shall be at the same weight in the same round. Which variable is the same for all lanes?",
			Look:     "Compare `Spread` and `Together` above.",
			Hole:     `k := ___`,
		},
	},
	{
		ID: "09.2", Title: "Requests of a group", Form: Predict, After: "explain-requests",
		Text: "A kernel reads `Coef.V[3*(gpu.ThreadIdx.X/3)]`. How many requests does the load of a warp make?",
		Ask: Number{
			Unit:    "requests",
			Answer:  Counted(constantsPerLoad, Device, readGroups, line(1, 32), zeroed(32)),
			Because: "lanes 0 to 2 read element 0, lanes 3 to 5 element 3, and so on up to lanes 30 and 31: eleven addresses",
			Misread: []Misread{
				{Computed(32), "you counted lanes: which of them read the same element?"},
				{Computed(3), "that many lanes share an element: how many elements does the warp read?"},
				{Computed(32 / 3), "these are the full groups of lanes: what do the last two lanes read?"},
				{Computed(1), "that would be so if all lanes read the same element: what does lane 3 read?"},
				{Computed(31), "that is the range of the elements: most of them are not read"},
			},
			Nudge: "write down the elements that the first and the last lanes read",
		},
		Hints: Hints{
			Question: "How many different elements do the 32 lanes read?",
			Look:     "The pictures above show loads of one, several and 32 addresses.",
			Hole:     `elements := (32 + 2) / ___`,
			Solution: "Three lanes share an element. 32 lanes are 10 full groups and one of two lanes: 11 requests.",
		},
	},
	{
		ID: "09.3", Title: "Exactly 8 requests", Form: Match, After: "explain-throughput",
		Text: "One warp reads constants, one per lane. Choose the elements, so that one load makes exactly 8 requests.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Eight", Signature: "func(out []float32)",
				SizeNames: []string{"lanes"}, Sizes: []rubric.Size{{32}},
				Case: sames,
				Why:  func(*rubric.Case, int) string { return "any element of Same" },
				Goals: []rubric.Goal{
					rubric.Exactly("constant requests per load", constantsPerLoad, 8, "a request serves all lanes that read one element: how many elements may the warp read?"),
					rubric.AtMost("constant requests", constantRequests, 8, "load once: every load makes requests of its own"),
				},
			},
			Wrong: []Wrong{{"four", "4 constant requests per load, exactly 8"}, {"twice", "4 constant requests per load, exactly 8"}},
		},
		Hints: Hints{
			Question: "8 different elements for 32 lanes: how many lanes share each?",
			Look:     "The curve above counts distinct addresses. Task 09.2 has another number of them.",
			Hole:     `out[t] = Same.V[t/___]`,
		},
	},
	{
		ID: "09.4", Title: "Read the report", Form: Explain, After: "explain-hit-rates",
		Text: "One warp goes eight times through a table in constant memory of an H200. Run the cell, look at the counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   eightRounds(4<<10, 16),
			Counters: []string{constantRequests, constantsPerLoad, constantHits},
			Because:  "one request per load, and no hit: each request needs a line that was thrown out since the last round",
			Options: []Option{
				{
					Text:   "The lanes read different elements.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, constantsPerLoad) > 1 },
					Report: Launched(Device, readGroups, line(1, 32), zeroed(32)),
					Says:   "then there would be more than one request per load",
				},
				{
					Text: "The table fits the nearest cache, and the warp reads a word of each line.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, constantsPerLoad) == 1 && counter(r, constantHits) == 87.5
					},
					Report: eightRounds(1<<10, 16),
					Says:   "then only the first round would fetch lines, and seven of eight rounds would hit",
				},
				{
					Text:  "The table is larger than the nearest cache, and the warp reads a word of each line.",
					Holds: func(r *gpusim.Report) bool { return counter(r, constantsPerLoad) == 1 && counter(r, constantHits) == 0 },
				},
				{
					Text: "The table is larger than the nearest cache, and the warp reads word after word.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, constantsPerLoad) == 1 && counter(r, constantHits) == 93.75
					},
					Report: eightRounds(4<<10, 1),
					Says:   "then only the first word of each line would miss, and 93.75 % of the requests would hit",
				},
			},
		},
		Hints: Hints{
			Question: "Which of the sentences would give hits? Which would give more than one request per load?",
			Look:     "The curve above shows the same walk for tables of many sizes.",
			Hole:     `hits := requests - lines*___ // rounds in which a line must be fetched`,
			Solution: "No hit at all: the table does not fit, and nothing of a line is used twice before it leaves.",
		},
	},
	{
		ID: "09.5", Title: "An amplifier", Form: Write, After: "explain-filter",
		Text: "Write `Amplify` from blank, with one thread per number. Goal: 1 request per constant load.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Amplify", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1000}},
				Case: amplified,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("Gain[0]·%s + Gain[1]", c.At("in", i)) },
				Hints: map[rubric.Symptom]string{
					rubric.Outside:  "the last block has threads without a number: compare the index with n",
					rubric.BadValue: "is Gain[0] the factor and Gain[1] the offset, for every lane?",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("constant requests per load", constantsPerLoad, 1, "all lanes need the same two constants: which index do they share?"),
				},
			},
			Wrong: []Wrong{{"bounds", "compare the index with n"}, {"order", "is Gain[0] the factor"}, {"lane", "is Gain[0] the factor"}},
		},
		Hints: Hints{
			Question: "Which number does a thread take, and which threads have none?",
			Look:     "`FilterConst` above reads constants, and leaves out the threads that have no pixel.",
			Hole: `
i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
if i < n {
	out[i] = Gain.V[___]*in[i] + Gain.V[___]
}
`,
		},
	},
	{
		ID: "09.6", Title: "A table that is not ready", Form: Mend, After: "explain-tables",
		Text: "`Recode` copies a table into shared memory and looks numbers up in it. Some threads look up too early. Run it, and mend it. Goal: look-ups do not go to global memory.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Recode", Signature: "func(out, in, table []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {63}, {65}, {1024}},
				Case: recoded,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("table[%s]", c.At("in", i)) },
				Goals: []rubric.Goal{
					rubric.PerLoad(4, 1024+16*64, "a look-up in global memory loads many sectors: copy the table with neighbouring lanes, and look up in shared memory"),
				},
			},
			Wrong: []Wrong{{"late", "no barrier between"}, {"global", "a look-up in global memory loads many sectors"}, {"search", "a look-up in global memory loads many sectors"}},
		},
		Hints: Hints{
			Question: "A block has two warps. Which entries has the other warp copied when yours looks up?",
			Look:     "`LookUpShared` above has one line more than `Recode`.",
			Hole: `
codes[gpu.ThreadIdx.X] = table[gpu.ThreadIdx.X]
gpu.___()
`,
		},
	},
}

// taskTable is what readGroups and readLines read.
var taskTable gpu.Constant[[16384]float32]

// readGroups lets three lanes at a time read the same element.
func readGroups(out []float32) { out[gpu.ThreadIdx.X] = taskTable.V[3*(gpu.ThreadIdx.X/3)] }

// readLines adds up every step-th of the first n words, eight times.
func readLines(out []float32, n, step int) {
	sum := float32(0)
	for range 8 {
		for i := 0; i < n; i += step {
			sum += taskTable.V[i]
		}
	}
	out[gpu.ThreadIdx.X] = sum
}

// mixed is the case of Mix.
func mixed(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, in, weights := rubric.Result("out", n, rng), rubric.Input("in", n+3, rng), rubric.Input("", 4, rng).Init[:4]
	for i := range n {
		out.Want[i] = 0
		for k, w := range weights {
			out.Want[i] += w * in.Init[i+k]
		}
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: blocksOf(n, 128), Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1},
		Args: []rubric.Arg{out, in, rubric.NewScalar("n", n)}, Symbols: []rubric.Symbol{{Name: "Weights", Value: weights}},
	}
}

// sames is the case of Eight.
func sames(s rubric.Size, rng *rubric.Random) *rubric.Case {
	out, same := rubric.Result("out", s[0], rng), make([]float32, 64)
	for i := range same {
		same[i] = 7
	}
	for i := range s[0] {
		out.Want[i] = 7
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: 1, Y: 1, Z: 1}, Block: rubric.Dim{X: s[0], Y: 1, Z: 1},
		Args: []rubric.Arg{out}, Symbols: []rubric.Symbol{{Name: "Same", Value: same}},
	}
}

// amplified is the case of Amplify.
func amplified(s rubric.Size, rng *rubric.Random) *rubric.Case {
	gain := []float32{3, 0.5}
	c := eachElement(func(v float32) float32 { return gain[0]*v + gain[1] })(s, rng)
	c.Symbols = []rubric.Symbol{{Name: "Gain", Value: gain}}
	return c
}

// recoded is the case of Recode.
func recoded(s rubric.Size, rng *rubric.Random) *rubric.Case {
	const block = 64
	n := s[0]
	out, in, table := rubric.Result("out", n, rng), rubric.Input("in", n, rng), rubric.Input("table", block, rng)
	for i := range n {
		in.Init[i] = float32(rng.IntN(block))
		out.Want[i] = table.Init[int(in.Init[i])]
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: blocksOf(n, block), Y: 1, Z: 1}, Block: rubric.Dim{X: block, Y: 1, Z: 1},
		Args: []rubric.Arg{out, in, table, rubric.NewScalar("n", n)},
	}
}

// eightRounds reads every step-th word of a table of a size in bytes, eight times.
func eightRounds(bytes, step int) func() *gpusim.Report {
	return Launched(Device, readLines, line(1, 32), zeroed(32), bytes/4, step)
}
