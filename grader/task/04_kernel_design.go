package task

// This file holds the tasks of chapter 04.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

var divergenceTasks = []Task{
	varied(func(v [3]int) Task {
		blocks, width, height := v[0], v[1], v[2]
		threads := width * height
		warps := blocksOf(threads, 32)
		idle := 32*warps - threads
		in := named{"blocks": blocks, "width": width, "height": height, "threads": threads, "warps": warps, "lanes": 32 * warps, "idle": idle, "all": blocks * idle}.in
		return Task{
			ID: "04.1", Title: "Lanes without a thread", Form: Predict, After: "explain-warps",
			Text: in("{blocks} blocks of {width} × {height} threads are launched. How many lanes of all their warps have no thread?"),
			Ask: Number{
				Unit:    "lanes",
				Answer:  Computed(blocks * idle),
				Because: in("{threads} threads need {warps} warps, which have {lanes} lanes: {idle} have no thread, in each of {blocks} blocks"),
				Misread: []Misread{
					{Computed(idle), "that is one block; how many blocks are there?"},
					{Computed(blocksOf(blocks*threads, 32)*32 - blocks*threads), "you put threads of different blocks into one warp; a warp belongs to one block"},
					{Computed(blocks * height * (32 - width)), "you gave each row a warp of its own; a warp is a run of thread numbers and goes on in the next row"},
					{Computed(blocks * (threads % 32)), "these lanes of the last warps do have a thread; the others of these warps have none"},
					{Computed(0), in("{threads} is not a multiple of 32: what happens to the threads that are left over?")},
				},
				Nudge: "count the warps of one block first, rounded up; then compare their lanes with the threads",
			},
			Hints: Hints{
				Question: "How many threads does one block have, and how many warps does it need?",
				Look:     in("The table above shows the warp and the lane of each thread. Change `width` and `height` in its cell to {width} and {height}."),
				Hole:     in(`idle := {blocks} * ({warps}*32 - ___)`),
				Solution: in("{threads} threads need {warps} warps of 32 lanes. {warps} × 32 − {threads} = {idle}, and {blocks} blocks have {blocks} × {idle} = {all} such lanes."),
			},
		}
	}, [3]int{3, 20, 5}, [3]int{4, 12, 7}, [3]int{5, 22, 5}, [3]int{4, 25, 6}),
	{
		ID: "04.2", Title: "Whole warps take turns", Form: Complete, After: "explain-by-warp",
		Text: "`Alternate` does one thing in the even warps of the grid and another in the odd warps. Complete the line. Goal: no branch diverges.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Alternate", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{128}, {512}},
				Case: inBlocks(128, func(block []float32) []float32 {
					for i := range block {
						block[i] = sixteenSteps(block[i], i/32%2 == 0)
					}
					return block
				}),
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("element %d belongs to warp %d", i, i/32) },
				Hints: map[rubric.Symptom]string{rubric.BadValue: "threads 0 to 31 must agree, threads 32 to 63 must agree on the other side: what do 32 neighbours share?"},
				Goals: []rubric.Goal{
					rubric.AtMost("divergent branches", rubric.DivergentBranch, 0, "the condition must be the same for all lanes of a warp"),
				},
			},
			Wrong: []Wrong{{"lane", "what do 32 neighbours share?"}, {"block", "what do 32 neighbours share?"}},
		},
		Hints: Hints{
			Question: "Which number is the same for threads 0 to 31, and the next one for threads 32 to 63?",
			Look:     "`ByWarp`, above, has such a condition.",
			Hole:     `even := i/___%2 == 0`,
		},
	},
	{
		ID: "04.3", Title: "Exactly three divergent warps", Form: Match, After: "explain-by-warp",
		Text: "The branch of `Diverge` diverges in all 8 warps. Both sides give the same result. Change the condition, so that it diverges in exactly 3 warps.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Diverge", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{256}},
				Case: inBlocks(256, func(block []float32) []float32 {
					for i := range block {
						block[i] = sixteenSteps(block[i], true)
					}
					return block
				}),
				Why: func(*rubric.Case, int) string { return "both sides halve and add 1, sixteen times" },
				Goals: []rubric.Goal{
					rubric.Exactly("divergent branches", rubric.DivergentBranch, 3,
						"a branch diverges in a warp if at least one lane goes each way. In which warps do the lanes disagree now?"),
				},
			},
			Wrong: []Wrong{{"three", "1 divergent branch, exactly 3"}, {"aligned", "0 divergent branches, exactly 3"}},
		},
		Hints: Hints{
			Question: "Which threads belong to the first three warps? How can their lanes disagree, while all other warps agree?",
			Look:     "`ByLane` diverges in every warp and `ByWarp` in none. You need the first in three warps and the second in the others.",
			Hole:     `if i < ___ && i%2 == 0 {`,
		},
	},
	{
		ID: "04.4", Title: "A block for stripes", Form: Configure, After: "explain-by-warp",
		Text: "Choose grid and block for `Stripes` with width = 96 and height = 32. Goals: no branch diverges, and at most 3072 threads are launched.",
		Ask: Configuration{
			Kernel: rubric.Kernel{
				Name: "Stripes", Signature: "func(out, in []float32, width, height int)",
				SizeNames: []string{"width", "height"}, Sizes: []rubric.Size{{96, 32}},
				Case:  stripes,
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("the element of row %d", i/c.Size[0]) },
				Hints: map[rubric.Symptom]string{rubric.NotWritten: "grid × block must cover 96 columns and 32 rows"},
				Goals: []rubric.Goal{
					rubric.AtMost("divergent branches", rubric.DivergentBranch, 0, "a warp is 32 threads in a row of numbers, X first: how wide must a block be, so that a warp lies in one row?"),
					rubric.AtMost("threads", "launch__thread_count", 96*32, "96 columns must be a multiple of the width of a block, and 32 rows of its height"),
				},
			},
			Stub:     gpusim.Config{Grid: gpusim.Dim(12, 2), Block: gpusim.Dim(8, 16)},
			Solution: gpusim.Config{Grid: gpusim.Dim(3, 8), Block: gpusim.Dim(32, 4)},
			Wrong: []WrongConfiguration{
				{gpusim.Config{Grid: gpusim.Dim(6, 2), Block: gpusim.Dim(16, 16)}, "how wide must a block be"},
				{gpusim.Config{Grid: gpusim.Dim(2, 16), Block: gpusim.Dim(64, 2)}, "4096 threads, limit 3072"},
				{gpusim.Config{Grid: gpusim.Dim(3, 4), Block: gpusim.Dim(32, 4)}, "grid × block must cover"},
			},
		},
		Hints: Hints{
			Question: "The branch depends on the row. How many rows does a warp have in a block of 8 × 16 threads?",
			Look:     "The table in section 2 shows where a warp ends in a block of 12 × 4 threads.",
			Hole:     `gpusim.Config{Grid: gpusim.Dim(96/___, 8), Block: gpusim.Dim(___, 4)}`,
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(3, 8), Block: gpusim.Dim(32, 4)}\n```",
		},
	},
	{
		ID: "04.5", Title: "Eight lengths", Form: Predict, After: "explain-sorted",
		Text: "Lane k executes a loop 3 × (k % 8 + 1) times. What percentage of the lanes works in the loop, on average over its rounds?",
		Ask: Number{
			Unit:    "percent",
			Answer:  Computed(100 * 13.5 / 24),
			Because: "the warp executes 24 rounds, and the average lane 13.5 of them",
			Misread: []Misread{
				{Computed(100 / 8.0), "you counted only the slowest lanes; the others work in the first rounds"},
				{Computed(50.0), "nearly: the average of 3, 6 … 24 is not half of 24"},
				{Computed(13.5), "that is the number of rounds of the average lane; compare it with the rounds of the warp"},
				{Computed(24.0), "that is the number of rounds of the warp; compare the average lane with it"},
				{Computed(100.0), "lanes that have left the loop wait for the others"},
			},
			Nudge: "how many rounds does the warp execute, and how many does the average lane need?",
		},
		Hints: Hints{
			Question: "How many rounds does the slowest lane need? How many does the average lane need?",
			Look:     "The picture of `Triangle` shows the same for lengths 1 to 32.",
			Hole:     `percent := 100 * 13.5 / ___`,
			Solution: "The lanes need 3, 6 … 24 rounds, 13.5 on average. The warp executes 24. 100 × 13.5 / 24 = 56.25 %.",
		},
	},
	{
		ID: "04.6", Title: "Why do lanes wait?", Form: Explain, After: "explain-sorted",
		Text: "A kernel with a loop was launched with 4 blocks. Run the cell, look at its counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   Launched(Device, oneSlowLane, line(4, 256), zeroed(1024), 1000),
			Counters: []string{"inst_per_warp", "warp_execution_efficiency", "divergent_branch"},
			Because:  "few lanes work on average: one lane executes many rounds, and 31 lanes wait for it",
			Options: []Option{
				{
					Text: "Half of the lanes take each side of a long branch.",
					Holds: func(r *gpusim.Report) bool {
						lanes := counter(r, "warp_execution_efficiency")
						return 40 < lanes && lanes < 60 && counter(r, "divergent_branch") > 0
					},
					Report: Launched(Device, twoSides, line(4, 256), zeroed(1024), 500),
					Says:   "then about half of the lanes would work on average: compare with `warp_execution_efficiency`",
				},
				{
					Text: "Some warps have more rounds than others, but the lanes of each warp have equally many.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, "divergent_branch") == 0 && counter(r, "warp_execution_efficiency") > 99
					},
					Report: Launched(Device, slowWarps, line(4, 256), zeroed(1024), 1000, 32),
					Says:   "then no branch would diverge: see `divergent_branch`",
				},
				{
					Text:  "One lane per warp executes many more rounds than the others.",
					Holds: func(r *gpusim.Report) bool { return counter(r, "warp_execution_efficiency") < 100.0/8 },
				},
				{
					Text: "The last warp of each block has lanes without a thread.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, "warp_execution_efficiency") < 99 && counter(r, "divergent_branch") == 0
					},
					Report: Launched(Device, slowWarps, line(4, 72), zeroed(4*72), 1000, 72),
					Says:   "lanes without a thread do not work, but no branch diverges because of them: see `divergent_branch`",
				},
			},
		},
		Hints: Hints{
			Question: "How many of the 32 lanes work, on average? Would that be so with two sides of equal length?",
			Look:     "Compare with the counters of `ByLane` in section 4 and of `Uneven` in section 7.",
			Hole:     "lanes := 32 * ___ / 100 // warp_execution_efficiency",
			Solution: "The efficiency is so low that about two or three lanes work on average. One lane goes on and the others wait.",
		},
	},
	{
		ID: "04.7", Title: "The block before", Form: Mend, After: "explain-order",
		Text: "`Follow` adds to each element of `in` the first element *of `in`* of the block before. Run it, find out what it adds instead, and mend it.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Follow", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{128}, {256}, {1024}},
				Case: follow,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("in[%d] + in[%d]", i, max(0, i/128-1)*128)
				},
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "which array does the added element come from, and who writes that array? Within one launch no block may use what another block writes",
				},
			},
			Wrong: []Wrong{{"barrier", "though blocks run in any order"}, {"own", "out[128] has a wrong value"}},
		},
		Hints: Hints{
			Question: "Block 2 needs an element of block 1. Does anything guarantee that block 1 has stored it, and that it holds only what block 2 needs?",
			Look:     "`Chain`, in the cell above, has the same mistake.",
			Hole:     `out[i] += ___[(b-1)*gpu.BlockDim.X]`,
		},
	},
}

// sixteenSteps halves v and adds 1, or subtracts 2, sixteen times.
func sixteenSteps(v float32, add bool) float32 {
	for range 16 {
		if v *= 0.5; add {
			v++
		} else {
			v -= 2
		}
	}
	return v
}

// stripes is the case of Stripes.
func stripes(s rubric.Size, rng *rubric.Random) *rubric.Case {
	width, height := s[0], s[1]
	out, in := rubric.Result("out", width*height, rng), rubric.Input("in", width*height, rng)
	for i := range width * height {
		out.Want[i] = sixteenSteps(in.Init[i], i/width%2 == 0)
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: 1, Y: 1, Z: 1}, Block: rubric.Dim{X: 32, Y: 1, Z: 1},
		Args: []rubric.Arg{out, in, rubric.NewScalar("width", width), rubric.NewScalar("height", height)},
	}
}

// follow is the case of Follow.
func follow(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, in := rubric.Result("out", n, rng), rubric.Input("in", n, rng)
	for i := range n {
		out.Want[i] = in.Init[i]
		if b := i / 128; b > 0 {
			out.Want[i] += in.Init[(b-1)*128]
		}
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: n / 128, Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1}, Args: []rubric.Arg{out, in},
	}
}

// oneSlowLane executes many rounds in lane 0 and one in the others.
func oneSlowLane(x []float32, many int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v, rounds := x[i], 1
	if i%32 == 0 {
		rounds = many
	}
	for range rounds {
		v = v*0.999 + 1
	}
	x[i] = v
}

// twoSides lets the lower half of each warp add, and the upper half subtract.
func twoSides(x []float32, many int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := x[i]
	if i%32 < 16 {
		for range many {
			v = v*0.999 + 1
		}
	} else {
		for range many {
			v = v*0.998 - 1
		}
	}
	x[i] = v
}

// slowWarps executes many rounds in the first threads of each block and one in the others.
func slowWarps(x []float32, many, first int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v, rounds := x[i], 1
	if gpu.ThreadIdx.X < first {
		rounds = many
	}
	for range rounds {
		v = v*0.999 + 1
	}
	x[i] = v
}
