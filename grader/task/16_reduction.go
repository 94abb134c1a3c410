package task

// This file holds the tasks of chapter 16.

import (
	"fmt"
	"math"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

// The counters of shared memory that the tasks of chapters 16 and 17 use.
const (
	sharedLoads      = "smsp__sass_inst_executed_op_shared_ld.sum"
	sharedStores     = "smsp__sass_inst_executed_op_shared_st.sum"
	wavefrontsLoaded = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
)

var reductionTasks = []Task{
	{
		ID: "16.1", Title: "Warps that take part", Form: Predict, After: "explain-order",
		Text: "A block of 1024 threads adds neighbours first. How many of its warps have an adding lane in step k = 64?",
		Ask: Number{
			Unit:    "warps",
			Answer:  Counted(sharedStores, Device, step64, line(1, 1024), zeroed(1024)),
			Because: "threads that are multiples of 128 add: 8 threads, each in a warp of its own",
			Misread: []Misread{
				{Computed(1024 / 32), "those are all warps; each of them has an adding lane only up to the step k = 16"},
				{Computed(1024 / 64), "those are the multiples of k; a thread must be a multiple of 2k"},
				{Computed(64 / 32), "that is halves first, where threads 0 to 63 add"},
				{Computed(512 / 128), "that is a block of 512 threads; this block has 1024"},
			},
			Nudge: "which threads are multiples of 2k, and in how many warps do they lie?",
		},
		Hints: Hints{
			Question: "Thread t adds if t is a multiple of 2k. Which threads of the block are that?",
			Look:     "The curve above shows a block of 512 threads. Look at its point for k = 64, the seventh step, and double the block.",
			Hole:     `warps := 1024 / (2 * ___)`,
			Solution: "1024 / (2 · 64) = 8 threads, and each lies in another warp: 8 warps.",
		},
	},
	{
		ID: "16.2", Title: "Halves first", Form: Complete, After: "explain-order",
		Text: "`SumRuns` lacks the step of its loop: an `if` with one addition. Each block has 128 threads. Goal: at most 12 shared stores per block, counted once per warp. For the 4 blocks of the largest size that makes 48.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "SumRuns", Signature: "func(sums, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{128}, {512}},
				Case:  runs(128),
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d] + … + in[%d]", 128*i, 128*i+127) },
				Hints: map[rubric.Symptom]string{rubric.BadValue: "in step k, elements k to 2k-1 are added to elements 0 to k-1, each of them once"},
				Goals: []rubric.Goal{
					rubric.AtMost("shared stores", sharedStores, 4*(4+2+6), "in step k only k threads have something to store: let the others skip the addition"),
				},
			},
			Wrong: []Wrong{
				{"even", "sums[0] has a wrong value"},
				{"all", "with no barrier between"},
			},
		},
		Hints: Hints{
			Question: "In step k, which threads add? Which element does thread t add to its own?",
			Look:     "The second picture above shows the steps 8, 4, 2, 1 of 16 threads.",
			Hole:     "if t < ___ {\n\ts[t] += s[___]\n}",
		},
	},
	{
		ID: "16.3", Title: "Read the report", Form: Explain, After: "explain-modulo",
		Text: "A block of 512 threads executes one step of an unknown kernel, in shared memory. Run the cell, look at its counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   stepOf(crowdedStep),
			Counters: []string{"inst_executed_shared_loads", "shared_load_transactions", "shared_ld_bank_conflict", "inst_executed_shared_stores"},
			Because:  "2 loads of one warp take 32 wavefronts: its 16 adding lanes use one bank, one after the other",
			Options: []Option{
				{
					Text:   "All 16 warps have an adding lane.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, sharedLoads) == 2*16 },
					Report: stepOf(scatteredStep),
					Says:   "then there would be at least 16 loads; look at the number of shared loads",
				},
				{
					Text:   "The elements lie in global memory.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, sharedLoads) == 0 },
					Report: stepOf(globalStep),
					Says:   "then there would be no shared loads",
				},
				{
					Text: "One warp adds, and its lanes use one bank.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, sharedLoads) == 2 && counter(r, rubric.ConflictsLoad) == 30
					},
				},
				{
					Text: "One warp adds, and its lanes use neighbouring words.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, sharedLoads) == 2 && counter(r, rubric.ConflictsLoad) == 0
					},
					Report: stepOf(halvedStep),
					Says:   "neighbouring words lie in different banks: each load would take one wavefront",
				},
			},
		},
		Hints: Hints{
			Question: "How many loads does one addition take? So how many warps add here?",
			Look:     "Compare with the columns Masked, Crowded and Halves of the table above.",
			Hole:     `wavefrontsPerLoad := 32 / ___`,
			Solution: "2 loads are one warp, and 16 wavefronts per load are 16 lanes in one bank.",
		},
	},
	{
		ID: "16.4", Title: "Meet once", Form: Match, After: "explain-several",
		Text: "`SumLong` adds up runs of 1024 elements, each with a block of 128 threads. It is right, and the block meets eight times. Let it meet once: exactly 48 shared stores for 4 blocks, 12 per block, counted once per warp.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "SumLong", Signature: "func(sums, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1024}, {4096}},
				Case:  runs(1024),
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d] + … + in[%d]", 1024*i, 1024*i+1023) },
				Hints: map[rubric.Symptom]string{rubric.BadValue: "does thread t take the elements t, t + 128, t + 256 …, eight of them?"},
				Goals: []rubric.Goal{
					rubric.Exactly("shared stores", sharedStores, 4*(4+2+6), "each warp stores the sum of each thread once, and then the steps take 8 stores: add in a register, halves first"),
				},
			},
			Wrong: []Wrong{{"neighbours", "108 shared stores, exactly 48"}, {"shared", "shared stores, exactly 48"}},
		},
		Hints: Hints{
			Question: "Which of the eight meetings does the result need? Where can a thread keep the sum of its eight elements until then?",
			Look:     "`Several`, above, has the loop. Its step is the number of threads of the grid; here a block has a run of its own.",
			Hole:     "v := float32(0)\nfor i := t; i < 1024; i += ___ {\n\tv += in[gpu.BlockIdx.X*1024+i]\n}\ns[t] = ___",
		},
	},
	{
		ID: "16.5", Title: "Blocks, threads and bytes", Form: Configure, After: "explain-sums",
		Text: "Choose a launch for `AddUp` with n = 65536. Goals: exactly 32 atomic requests, and at least 8192 threads.",
		Ask: Configuration{
			Kernel: rubric.Kernel{
				Name: "AddUp", Signature: "func(total, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1 << 16}},
				Case:  totals(func(v float32) float32 { return v }, 1),
				Why:   func(c *rubric.Case, _ int) string { return fmt.Sprintf("in[0] + … + in[%d]", c.Size[0]-1) },
				Hints: map[rubric.Symptom]string{rubric.BadValue: "the steps halve the block: from which numbers of threads does halving lose nobody?"},
				Goals: []rubric.Goal{
					rubric.Exactly("atomic requests", rubric.AtomicRequests, 32, "each block makes one atomic request").Plus(rubric.RedRequests),
					rubric.AtLeast("threads", "launch__thread_count", 8192, "how many threads must each of the blocks have?"),
				},
			},
			Stub:     gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(256), Shared: 256},
			Solution: gpusim.Config{Grid: gpusim.Dim(32), Block: gpusim.Dim(256), Shared: 1024},
			Wrong: []WrongConfiguration{
				{gpusim.Config{Grid: gpusim.Dim(32), Block: gpusim.Dim(256), Shared: 256}, "index 64 is out of range, it has 64 elements"},
				{gpusim.Config{Grid: gpusim.Dim(64), Block: gpusim.Dim(128), Shared: 512}, "64 atomic requests, exactly 32"},
				{gpusim.Config{Grid: gpusim.Dim(32), Block: gpusim.Dim(288), Shared: 1152}, "from which numbers of threads does halving lose nobody"},
				{gpusim.Config{Grid: gpusim.Dim(32), Block: gpusim.Dim(128), Shared: 512}, "4096 threads, at least 8192"},
			},
		},
		Hints: Hints{
			Question: "How many blocks make that many atomics? How many threads per block follow, and how many bytes do their sums take?",
			Look:     "Section 4 shows what a launch with too few bytes says.",
			Hole:     `gpusim.Config{Grid: gpusim.Dim(32), Block: gpusim.Dim(___), Shared: 4 * ___}`,
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(32), Block: gpusim.Dim(256), Shared: 1024}\n```",
		},
	},
	{
		ID: "16.6", Title: "A winter that was not warm", Form: Mend, After: "explain-correction",
		Text: "`Warmest` is right in summer. Run it, look at the wrong result, and mend it for temperatures below 0, down to the smallest `float32`.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Warmest", Signature: "func(best, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {100}, {129}, {1000}},
				Case: winter,
				Why:  func(c *rubric.Case, _ int) string { return fmt.Sprintf("the largest of in[0] … in[%d]", c.Size[0]-1) },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "what does a thread without an element bring? It must lose against every temperature, or be one of them",
					rubric.Poisoned: "a thread read an element that does not exist: n may be less than 128",
				},
			},
			Wrong: []Wrong{{"billion", "must lose against every temperature"}, {"guess", "must lose against every temperature"}, {"own", "n may be less than 128"}},
		},
		Hints: Hints{
			Question: "All temperatures are below 0. Which number wins in a block that begins with 0?",
			Look:     "The last paragraph above: a thread without an element brings a number that does not change the result.",
			Hole:     `v := in[___]`,
		},
	},
	{
		ID: "16.7", Title: "The energy of a signal", Form: Optimise, After: "explain-correction",
		Text: "`Energy` adds up squares with 8 blocks of 256 threads. It is right, and its blocks meet for every 256 elements. Par is 20 000 warp instructions for n = 65536. How far do you get?",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Energy", Signature: "func(total, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {5000}, {1 << 16}},
				Case: totals(func(v float32) float32 { return v * v }, 8),
				Why: func(c *rubric.Case, _ int) string {
					return "the sum of the squares of " + fmt.Sprint(c.Size[0]) + " elements"
				},
				Goals: []rubric.Goal{
					rubric.AtMost("warp instructions", rubric.WarpInstructions, 20_000, "let each thread add up its squares in a register, and let the block meet once; then let a thread take several elements per round"),
					rubric.AtMost("atomic requests", rubric.AtomicRequests, 8, "one thread adds the sum of the block").Plus(rubric.RedRequests),
				},
			},
			Best:  10_008,
			Wrong: []Wrong{{"every", "total[0] has a wrong value"}, {"atomics", "atomic requests, limit 8"}},
		},
		Hints: Hints{
			Question: "How often does a block meet, and how often must it?",
			Look:     "`Several` and `AtOnce` in section 9.",
			Hole:     "v := float32(0)\nfor i := gpu.BlockIdx.X*256 + t; i < n; i += ___ {\n\tv += in[i] * in[i]\n}",
		},
	},
}

// step64 is the step k = 64 of a block of 1024 threads, neighbours first.
func step64(out []float32) {
	s, t := gpu.Shared[[1024]float32](), gpu.ThreadIdx.X
	if t%128 == 0 {
		s[t] = out[t] + out[t+64]
	}
}

// crowdedStep is the step k = 16 of 512 elements, added by the first threads.
func crowdedStep(out []float32) {
	s, t := gpu.Shared[[512]float32](), gpu.ThreadIdx.X
	if i := 32 * t; i < 512 {
		s[i] = s[i] + s[i+16]
	}
	out[t] = 1
}

// runs is the case of a kernel func(sums, in []float32) whose blocks of 128 threads add up
// runs of whole numbers, so that sums are exact in any order.
func runs(length int) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		sums, in := rubric.Result("sums", s[0]/length, rng), rubric.Input("in", s[0], rng)
		for b := range s[0] / length {
			sums.Want[b] = 0
		}
		for i := range s[0] {
			in.Init[i] = float32(rng.IntN(100))
			sums.Want[i/length] += in.Init[i]
		}
		return &rubric.Case{
			Grid: rubric.Dim{X: s[0] / length, Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1}, Args: []rubric.Arg{sums, in},
		}
	}
}

// totals is the case of a kernel func(total, in []float32, n int) that adds up f of each
// whole number with a number of blocks of 256 threads.
func totals(f func(float32) float32, blocks int) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		n := s[0]
		total, in := rubric.Result("total", 1, rng), rubric.Input("in", n, rng)
		total.Init[0], total.Want[0] = 0, 0
		for i := range n {
			in.Init[i] = float32(rng.IntN(10))
			total.Want[0] += f(in.Init[i])
		}
		return &rubric.Case{
			Grid: rubric.Dim{X: blocks, Y: 1, Z: 1}, Block: rubric.Dim{X: 256, Y: 1, Z: 1}, Shared: 4 * 256,
			Args: []rubric.Arg{total, in, rubric.NewScalar("n", n)},
		}
	}
}

// winter is the case of Warmest: all temperatures are below -1, and those of the largest size are near the smallest
// float32, so that no guess of the lowest one holds.
func winter(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	best, in := rubric.Result("best", 1, rng), rubric.Input("in", n, rng)
	for i := range n {
		in.Init[i] = -2 - float32(rng.IntN(1000))/16
		if n >= 1000 {
			in.Init[i] = -math.MaxFloat32 * (1 - float32(rng.IntN(1000))/4096)
		}
	}
	best.Want[0] = in.Init[0]
	for i := range n {
		best.Want[0] = max(best.Want[0], in.Init[i])
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: 1, Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1},
		Args: []rubric.Arg{best, in, rubric.NewScalar("n", n)},
	}
}

// stepOf launches a kernel of 16.3.
func stepOf(kernel any) func() *gpusim.Report {
	return Launched(Device, kernel, line(1, 512), zeroed(512))
}

// scatteredStep is the step k = 16 of 512 elements, added by every thirty-second thread.
func scatteredStep(out []float32) {
	s, t := gpu.Shared[[512]float32](), gpu.ThreadIdx.X
	if t%32 == 0 {
		s[t] = s[t] + s[t+16]
	}
	out[t] = 1
}

// halvedStep is the step of 16 sums whose elements are 16 apart, added by the first threads.
func halvedStep(out []float32) {
	s, t := gpu.Shared[[512]float32](), gpu.ThreadIdx.X
	if t < 16 {
		s[t] = s[t] + s[t+16]
	}
	out[t] = 1
}

// globalStep is the crowded step in global memory.
func globalStep(out []float32) {
	if i := 32 * gpu.ThreadIdx.X; i < 512 {
		out[i] = out[i] + out[i+16]
	}
}
