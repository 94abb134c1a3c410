package task

// This file holds the tasks of chapter 19.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

// The counters of the chapter.
const (
	exchangeWavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"
	counterAtomics     = "inst_executed_shared_atomics"
)

var shuffleTasks = []Task{
	varied(func(v int) Task {
		lane := v
		in := named{"lane": lane, "partner": lane + 5, "points": 10 * lane}.in
		return Task{
			ID: "19.1", Title: "The last lane of a segment", Form: Predict, After: "explain-width",
			Text: in("Each lane holds ten points per lane number: lane 3 holds 30 points. All lanes call `gpu.ShflDownSync(gpu.FullMask, v, 5, 16)`. How many points does lane {lane} hold afterwards?"),
			Ask: Number{
				Unit:    "points",
				Answer:  func() float64 { return laneAfter(down5, lane) },
				Because: in("lane {partner} is in the next segment, so lane {lane} keeps its own value"),
				Misread: []Misread{
					{func() float64 { return laneAfter(down5Whole, lane) }, in("that is the value of lane {partner}; in which segment is lane {partner}?")},
					{Computed(0), "a lane without a partner does not get 0"},
					{func() float64 { return laneAfter(up5, lane) }, "values that move down come from higher lanes, not from lower lanes"},
					{Computed(10 * ((lane + 5) % 16)), "down does not wrap around at the end of a segment"},
					{Computed(lane), "that is the number of the lane; it holds ten points per lane number"},
				},
				Nudge: in("which lane does lane {lane} read, and is that lane in the same segment?"),
			},
			Hints: Hints{
				Question: in("Which lanes are in the segment of lane {lane}, when segments have 16 lanes?"),
				Look:     "The first picture of section 4: what does the lane at the end of a segment get?",
				Hole:     in("partner := {lane} + 5 // partner/16 == {lane}/16 ? ___"),
				Solution: in("Lane {partner} belongs to the second segment, lanes 16 to 31. Lane {lane} has no partner and keeps 10 × {lane} = {points}."),
			},
		}
	}, 12, 13, 14, 15),
	{
		ID: "19.2", Title: "The next lane", Form: Complete, After: "explain-width",
		Text: "`Ahead` subtracts each element from the element of the next lane. Lane 31 has no next lane and should store 0. Complete one line, so that no lane loads a second element. Goal: each sector is loaded once.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Ahead", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{128}, {1024}},
				Case:  inBlocks(128, laneDifferences),
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("the next lane's element − in[%d]", i) },
				Hints: map[rubric.Symptom]string{rubric.BadValue: "which lane should a lane read? And what does lane 31 get from your shuffle?"},
				Goals: []rubric.Goal{
					rubric.AtMost("sectors loaded", rubric.SectorsLoaded, 1024*4/32, "the next lane has loaded that element already: read its register"),
				},
			},
			Wrong: []Wrong{{"up", "out[0] has a wrong value"}, {"round", "out[31] has a wrong value"}, {"load", "read its register"}},
		},
		Hints: Hints{
			Question: "The value must move from lane l + 1 to lane l. Is that up or down?",
			Look:     "The table in section 3 says which lane each shuffle reads. What does lane 31 get, which has no partner?",
			Hole:     "next := gpu.___(gpu.FullMask, v, 1)",
		},
	},
	{
		ID: "19.3", Title: "A partner that does not come", Form: Mend, After: "explain-masks",
		Text: "`Pairs` adds to each element the element of its partner lane. It works when `n` is a multiple of 32. Run it, read the message, and mend it for every `n`.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Pairs", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{128}, {127}, {33}, {1000}},
				Case:  partnerSums,
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d] + in[%d], if both are below n", i, i^1) },
				Hints: map[rubric.Symptom]string{rubric.BadValue: "its partner has no element and did not come: what did this lane get, and what should it have got?"},
			},
			Wrong: []Wrong{{"active", "its partner has no element and did not come"}, {"return", "its partner has no element and did not come"}},
		},
		Hints: Hints{
			Question: "Which lanes must execute the shuffle? What should a lane without an element bring?",
			Look:     "The two habits at the end of section 5.",
			Hole:     "v := float32(0)\nif i < n {\n\tv = in[i]\n}\nv += ___\nif i < n {\n\tout[i] = v\n}",
		},
	},
	{
		ID: "19.4", Title: "Warps and rows", Form: Configure, After: "explain-butterfly",
		Text: "`RowSums` adds up 1000 rows of 32 elements, one thread per element. Choose grid and block. Goals: every row is right, at most 32000 threads, and at most 300 blocks.",
		Ask: Configuration{
			Kernel: rubric.Kernel{
				Name: "RowSums", Signature: "func(out, in []float32, rows int)",
				SizeNames: []string{"rows"}, Sizes: []rubric.Size{{1000}},
				Case: warpRows,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("the sum of row %d", i) },
				Hints: map[rubric.Symptom]string{
					rubric.NotWritten: "1000 rows need 32 threads each",
					rubric.BadValue:   "a row must be one whole warp, and a shuffle ends at the edge of its warp: make the block a multiple of 32 threads",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("threads", "launch__thread_count", 32000, "32000 elements need no more threads: find blocks that divide 32000"),
					rubric.AtMost("blocks", "launch__grid_size", 300, "several warps fit in one block"),
				},
			},
			Stub:     line(1, 32),
			Solution: line(250, 128),
			Wrong: []WrongConfiguration{
				{line(249, 128), "1000 rows need 32 threads each"},
				{line(1000, 32), "several warps fit in one block"},
				{line(320, 100), "make the block a multiple of 32 threads"},
				{line(63, 512), "find blocks that divide 32000"},
			},
		},
		Hints: Hints{
			Question: "How many threads do 1000 rows need? Which sizes of a block are whole warps?",
			Look:     "The text of section 2: where does a shuffle end?",
			Hole:     "gpusim.Config{Grid: gpusim.Dim(32000 / ___), Block: gpusim.Dim(___)}",
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(250), Block: gpusim.Dim(128)}\n```",
		},
	},
	{
		ID: "19.5", Title: "Sixteen wavefronts", Form: Match, After: "explain-hasty",
		Text: "`Shares` gives the sum of 256 elements to all threads of the block. Make each block need exactly 16 wavefronts of shared memory: one store and one load per warp. Goals: 64 wavefronts for 4 blocks, and at most 1600 warp instructions.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Shares", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{256}, {1024}},
				Case:  inBlocksOfWhole(256, sumForAll),
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("the sum of the elements of block %d", i/256) },
				Hints: map[rubric.Symptom]string{rubric.BadValue: "the block has eight sums of warps: is each of them added once, and stored before it is read?"},
				Goals: []rubric.Goal{
					rubric.Exactly("wavefronts of shared memory", exchangeWavefronts, 64, "add up in each warp first, with a butterfly. Then each warp stores one word, and each lane loads one of the eight words"),
					rubric.AtMost("warp instructions", rubric.WarpInstructions, 1600, "the steps within a warp need neither barriers nor tests"),
				},
			},
			Wrong: []Wrong{{"steps", "is each of them added once"}, {"words", "each lane loads one of the eight words"}, {"hasty", "with no barrier between"}},
		},
		Hints: Hints{
			Question: "After a butterfly all lanes of a warp have its sum. How many words must the eight warps exchange?",
			Look:     "`SumShuffle` in section 8 leaves one word per warp. Here every warp must read all eight of them, in one load.",
			Hole:     "gpu.SyncThreads()\nv = part[gpu.LaneID()%8]\nfor m := ___; m > 0; m /= 2 {\n\tv += gpu.ShflXorSync(gpu.FullMask, v, m)\n}",
		},
	},
	{
		ID: "19.6", Title: "Count the lanes below", Form: Write, After: "votes-run",
		Text: "Write `Ranks`: `out[i]` is the number of lanes below, in the same warp, whose element is above 0. A lane does not count itself. Blocks have 128 threads. Goal: at most 640 warp instructions for 1024 elements.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Ranks", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{128}, {1024}},
				Case: ranksInWarp,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("elements above 0 from in[%d] up to, not including, in[%d]", i-i%32, i)
				},
				Hints: map[rubric.Symptom]string{rubric.BadValue: "which bits of the ballot belong to lanes below this lane? Does the lane count itself?"},
				Goals: []rubric.Goal{
					rubric.AtMost("warp instructions", rubric.WarpInstructions, 640, "one ballot tells each lane how all lanes voted: no steps are needed"),
				},
			},
			Wrong: []Wrong{{"self", "Does the lane count itself?"}, {"scan", "no steps are needed"}},
		},
		Hints: Hints{
			Question: "Which instruction tells a lane how all 32 lanes voted? How do you count bits?",
			Look:     "`Places` in the cell above counts the votes of the lanes below.",
			Hole:     "votes := gpu.BallotSync(gpu.FullMask, ___)\nout[i] = float32(bits.OnesCount32(votes & (1<<gpu.LaneID() - 1)))",
		},
	},
	{
		ID: "19.7", Title: "The queue for a counter", Form: Explain, After: "explain-votes",
		Text: "8 blocks of 128 threads ran a kernel in which threads draw numbers with atomics of shared memory. Run the cell, look at the counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   drawnBy(drawNumbers),
			Counters: []string{counterAtomics, exchangeWavefronts},
			Because:  "32 warps execute one atomic each, and each atomic takes 32 wavefronts for its lanes, with one more for the request",
			Options: []Option{
				{
					Text:   "Each lane executes an atomic instruction of its own.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, counterAtomics) == 1024 },
					Report: drawnBy(drawInTurn),
					Says:   "then there would be one atomic instruction for each of the 1024 threads",
				},
				{
					Text: "Each thread has a counter of its own, and the counters of a warp lie in different banks.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, counterAtomics) == 32 && counter(r, exchangeWavefronts) < 8*32
					},
					Report: drawnBy(drawApart),
					Says:   "then the lanes would not wait for each other, and an atomic would take few wavefronts",
				},
				{
					Text: "Each warp executes one atomic instruction, and its lanes take turns at the one word.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, counterAtomics) == 32 && counter(r, exchangeWavefronts) > 32*32
					},
				},
				{
					Text: "One lane per warp draws for all lanes of the warp.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, counterAtomics) == 32 && counter(r, exchangeWavefronts) < 8*32
					},
					Report: drawnBy(drawForWarp),
					Says:   "then a warp would need about as many wavefronts as in `ByVote`",
				},
			},
		},
		Hints: Hints{
			Question: "How many warps do 8 blocks of 128 threads have? How many wavefronts are there per warp?",
			Look:     "The table in section 10 with `ByTicket` and `ByVote`.",
			Hole:     "wavefronts per warp = wavefronts / ___",
			Solution: "There are 32 warps and 32 atomic instructions, one per warp. There are more than 32 wavefronts per warp, one for each lane and one for the request.",
		},
	},
	{
		ID: "19.8", Title: "Many short rows", Form: Optimise, After: "explain-transpose",
		Text: "`Eights` adds up rows of 8 elements. A block of 128 threads has 64 rows, four elements per thread. Each version must load each sector once. Par is 5000 warp instructions for 1024 rows. How few do you need?",
		Ask: Kernel{
			Best: 2816,
			Kernel: rubric.Kernel{
				Name: "Eights", Signature: "func(out, in []float32)",
				SizeNames: []string{"rows"}, Sizes: []rubric.Size{{64}, {1024}},
				Case:  eights,
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("the sum of in[%d] to in[%d]", 8*i, 8*i+7) },
				Hints: map[rubric.Symptom]string{rubric.BadValue: "a row lies in eight lanes: how far may a value travel?"},
				Goals: []rubric.Goal{
					rubric.AtMost("warp instructions", rubric.WarpInstructions, 5000, "a row lies in eight lanes of one warp: these need neither memory nor barriers"),
					rubric.AtMost("sectors loaded", rubric.SectorsLoaded, 1024, "let neighbouring lanes load neighbouring elements"),
				},
			},
			Wrong: []Wrong{{"wide", "how far may a value travel?"}, {"rows", "let neighbouring lanes load neighbouring elements"}},
		},
		Hints: Hints{
			Question: "How many shuffles add up eight lanes? A lane holds four values: can one shuffle serve two of them?",
			Look:     "`Registers` in section 11: in each step a lane gives half of its values away and keeps the other half.",
			Hole:     "for m := ___; m > 0; m /= 2 {\n\tv += gpu.ShflXorSync(gpu.FullMask, v, m)\n}",
		},
	},
}

// down5 shuffles ten times the lane number down by 5 in segments of 16 lanes.
func down5(out []float32) {
	out[gpu.LaneID()] = gpu.ShflDownSync(gpu.FullMask, 10*float32(gpu.LaneID()), 5, 16)
}

// down5Whole forgets the width.
func down5Whole(out []float32) {
	out[gpu.LaneID()] = gpu.ShflDownSync(gpu.FullMask, 10*float32(gpu.LaneID()), 5)
}

// up5 takes the wrong direction.
func up5(out []float32) {
	out[gpu.LaneID()] = gpu.ShflUpSync(gpu.FullMask, 10*float32(gpu.LaneID()), 5, 16)
}

// laneAfter returns what a lane stores when one warp runs a kernel.
func laneAfter(kernel any, lane int) float64 {
	dev := gpusim.Must(gpusim.Open(Device))
	out := gpusim.Must(gpusim.Malloc[float32](dev, 32))
	gpusim.Must(dev.Launch(kernel, line(1, 32), out))
	return float64(out.Slice()[lane])
}

// drawNumbers lets each thread draw a number from the counter of its block.
func drawNumbers(out []float32) {
	counter := gpu.Shared[int32]()
	if gpu.ThreadIdx.X == 0 {
		*counter = 0
	}
	gpu.SyncThreads()
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = float32(gpu.AtomicAdd(counter, 1))
}

// laneDifferences subtracts each element of a warp from the next lane's; lane 31 gets 0.
func laneDifferences(block []float32) []float32 {
	out := make([]float32, len(block))
	for i := range out {
		if i%32 < 31 {
			out[i] = block[i+1] - block[i]
		}
	}
	return out
}

// sumForAll gives every thread the sum of the block.
func sumForAll(block []float32) []float32 {
	sum, out := float32(0), make([]float32, len(block))
	for _, v := range block {
		sum += v
	}
	for i := range out {
		out[i] = sum
	}
	return out
}

// inBlocksOfWhole is inBlocks for inputs of whole numbers, whose sums are exact in any order.
func inBlocksOfWhole(threads int, f func([]float32) []float32) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		c := inBlocks(threads, f)(s, rng)
		out, in := c.Args[0].(*rubric.Array[float32]), c.Args[1].(*rubric.Array[float32])
		wholeNumbers(in.Init[:s[0]], rng)
		for first := 0; first < s[0]; first += threads {
			copy(out.Want[first:], f(in.Init[first:first+threads]))
		}
		return c
	}
}

// wholeNumbers fills data with whole numbers from 1 to 1024.
func wholeNumbers(data []float32, rng *rubric.Random) {
	for i := range data {
		data[i] = float32(1 + rng.IntN(1024))
	}
}

// partnerSums is the case of Pairs.
func partnerSums(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	c := eachElement(func(v float32) float32 { return v })(s, rng)
	out, in := c.Args[0].(*rubric.Array[float32]), c.Args[1].(*rubric.Array[float32])
	for i := range n {
		if i^1 < n {
			out.Want[i] = in.Init[i] + in.Init[i^1]
		}
	}
	return c
}

// warpRows is the case of RowSums.
func warpRows(s rubric.Size, rng *rubric.Random) *rubric.Case {
	out, in := rubric.Result("out", s[0], rng), rubric.Input("in", 32*s[0], rng)
	wholeNumbers(in.Init[:32*s[0]], rng)
	for row := range s[0] {
		out.Want[row] = sumForAll(in.Init[32*row : 32*row+32])[0]
	}
	return &rubric.Case{Args: []rubric.Arg{out, in, rubric.NewScalar("rows", s[0])}}
}

// ranksInWarp is the case of Ranks: some elements are not above 0.
func ranksInWarp(s rubric.Size, rng *rubric.Random) *rubric.Case {
	out, in := rubric.Result("out", s[0], rng), rubric.Input("in", s[0], rng)
	above := 0
	for i := range s[0] {
		if i%32 == 0 {
			above = 0
		}
		out.Want[i] = float32(above)
		if in.Init[i] > 0 {
			above++
		}
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: s[0] / 128, Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1}, Args: []rubric.Arg{out, in},
	}
}

// eights is the case of Eights.
func eights(s rubric.Size, rng *rubric.Random) *rubric.Case {
	out, in := rubric.Result("out", s[0], rng), rubric.Input("in", 8*s[0], rng)
	wholeNumbers(in.Init[:8*s[0]], rng)
	for row := range s[0] {
		out.Want[row] = sumForAll(in.Init[8*row : 8*row+8])[0]
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: s[0] / 64, Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1}, Args: []rubric.Arg{out, in},
	}
}

// drawnBy launches a kernel of 19.7.
func drawnBy(kernel any) func() *gpusim.Report {
	return Launched(Device, kernel, line(8, 128), zeroed(1024))
}

// drawInTurn lets one lane after the other draw a number.
func drawInTurn(out []float32) {
	counter := gpu.Shared[int32]()
	if gpu.ThreadIdx.X == 0 {
		*counter = 0
	}
	gpu.SyncThreads()
	number := int32(0)
	for lane := range 32 {
		if gpu.LaneID() == lane {
			number = gpu.AtomicAdd(counter, 1)
		}
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = float32(number)
}

// drawApart gives each thread a counter of its own.
func drawApart(out []float32) {
	counters := gpu.Shared[[128]int32]()
	counters[gpu.ThreadIdx.X] = 0
	gpu.SyncThreads()
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = float32(gpu.AtomicAdd(&counters[gpu.ThreadIdx.X], 1))
}

// drawForWarp lets lane 0 draw for its warp.
func drawForWarp(out []float32) {
	counter := gpu.Shared[int32]()
	if gpu.ThreadIdx.X == 0 {
		*counter = 0
	}
	gpu.SyncThreads()
	first := int32(0)
	if gpu.LaneID() == 0 {
		first = gpu.AtomicAdd(counter, 32)
	}
	first = gpu.ShflSync(gpu.FullMask, first, 0)
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = float32(int(first) + gpu.LaneID())
}
