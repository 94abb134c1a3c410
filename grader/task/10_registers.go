package task

// This file holds the tasks of chapter 10.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

// registersPerThread is Nsight Compute's name.
const registersPerThread = "launch__registers_per_thread"

var registerTasks = []Task{
	{
		ID: "10.1", Title: "Largest minus smallest", Form: Write, After: "explain-live",
		Text: "Write `Width` from blank. Goals: each value is loaded once, and at most 32 registers per thread.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Width", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1024}},
				Case: widths,
				Why:  func(_ *rubric.Case, i int) string { return "the largest of 40 values minus the smallest" },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "with which value do the largest and the smallest begin? All values may be above 0",
					rubric.Outside:  "the last block has threads without values: compare the index with n",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("registers per thread", registersPerThread, 32, "which values of earlier rounds are still needed? Keep two, not forty"),
					rubric.AtMost("sectors loaded", rubric.SectorsLoaded, 40*1024*4/32, "load each value once"),
				},
			},
			Wrong: []Wrong{{"zero", "with which value do the largest and the smallest begin?"}, {"bounds", "compare the index with n"}},
		},
		Hints: Hints{
			Question: "After ten values have been seen, what must the thread still know?",
			Look:     "`Late` above loads each value where it is needed.",
			Hole: `
low, high := in[i], in[i]
for k := range 40 {
	v := in[k*n+i]
	low, high = min(low, v), ___
}
out[i] = high - low
`,
		},
	},
	varied(func(v [2]int) Task {
		wide, narrow := v[0], v[1]
		in := named{"wide": wide, "narrow": narrow, "ofWide": 2 * wide, "all": 2*wide + narrow}.in
		return Task{
			ID: "10.2", Title: "Registers of a table", Form: Predict, After: "explain-types",
			Text: in("A thread keeps {wide} values of type `float64` and {narrow} of type `float32` for later, and nothing else. How many registers do these values take?"),
			Ask: Number{
				Unit:    "registers",
				Answer:  Computed(2*wide + narrow),
				Because: "a register has 32 bits: two for each float64, and one for each float32",
				Misread: []Misread{
					{Computed(wide + narrow), "you counted values: how many bits does a register have?"},
					{Computed(2 * (wide + narrow)), "a float32 has 32 bits"},
					{Computed(2 * wide), "you left out the values of type float32"},
					{Computed(8*wide + 4*narrow), "these are bytes: a register has four"},
				},
				Nudge: "how many registers does one value of each type take?",
			},
			Hints: Hints{
				Question: "How many bits does each type have, and how many does a register have?",
				Look:     "The table above compares 16 values of two types.",
				Hole:     in(`registers := {wide}*___ + {narrow}*___`),
				Solution: in("{wide} values of 64 bits take {ofWide} registers, {narrow} of 32 bits take {narrow}: {all} together."),
			},
		}
	}, [2]int{12, 5}, [2]int{10, 7}, [2]int{14, 3}, [2]int{9, 8}),
	{
		ID: "10.3", Title: "Half of a Fermi", Form: Configure, After: "explain-formula",
		Text: "Choose a launch of `Portions` for n = 1024 on a C2050. It takes 38 registers per thread there, of 32 768 per SM. An SM holds 48 warps and 8 blocks. Goal: at least 50 % occupancy.",
		Ask: Configuration{
			Kernel: rubric.Kernel{
				Name: "Portions", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1024}},
				Case:  timesSum(32, 128),
				Why:   timesSumWhy,
				Hints: map[rubric.Symptom]string{rubric.NotWritten: "blocks times threads per block must be at least n"},
				Goals: []rubric.Goal{
					rubric.AtLeast("% occupancy", rubric.OccupancyPct, 50,
						"how many blocks of your size fit the registers, and how many warps are that? An SM holds at most 8 blocks"),
				},
			},
			Device:   "Tesla C2050",
			Stub:     line(1, 1024),
			Solution: line(8, 128),
			Wrong: []WrongConfiguration{
				{line(2, 512), "how many blocks of your size fit the registers"},
				{line(32, 32), "An SM holds at most 8 blocks"},
				{line(4, 128), "blocks times threads per block must be at least n"},
			},
		},
		Hints: Hints{
			Question: "A warp takes 38 × 32 registers, rounded up to 64. How many warps fit the SM, and in which block sizes can they come?",
			Look:     "The table above works the formula out for blocks of 384 and 512 threads on a C2050.",
			Hole:     `gpusim.Config{Grid: gpusim.Dim(1024 / ___), Block: gpusim.Dim(___)}`,
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(8), Block: gpusim.Dim(128)}\n```",
		},
	},
	{
		ID: "10.4", Title: "Room for 40 warps, without a spill", Form: Match, After: "explain-limit",
		Text: "`Crowd` keeps 48 values at the same time, so few of its blocks of 256 threads fit on an H200. With launch bounds the compiler would spill. Change the kernel instead, so that at least 40 of the 64 warps fit and nothing spills: exactly 0 sectors of local memory. Loads are not counted.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Crowd", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {257}, {1024}},
				Case: timesSum(48, 256),
				Why:  timesSumWhy,
				Goals: []rubric.Goal{
					rubric.Exactly("sectors loaded from local memory", localLoads, 0, "the values that do not fit go to local memory: which values could come from in once more, when they are needed?"),
					rubric.AtLeast("% occupancy", rubric.OccupancyPct, 62.5, "a block has 8 warps: how many blocks are 40 warps, and how many of the 65 536 registers may a thread have then?"),
				},
			},
			Wrong: []Wrong{{"bounds", "which values could come from in once more"}, {"four", "how many blocks are 40 warps"}},
		},
		Hints: Hints{
			Question: "The sum needs all values once, and the results need each value once more. Where can a value come from the second time?",
			Look:     "The picture of live values in section 3: what ends the life of a value?",
			Hole: `
sum := float32(0)
for k := range 48 {
	sum += in[k*n+i]
}
for k := range 48 {
	out[k*n+i] = ___ * sum
}
`,
		},
	},
	{
		ID: "10.5", Title: "A promise that is broken", Form: Mend, After: "explain-limit",
		Text: "`Refused` is launched with blocks of 256 threads, and its launch bounds promise something else. Run it, and mend the bounds. Goal: at most 48 registers per thread.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Refused", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {257}, {1024}},
				Case: timesSum(48, 256),
				Why:  timesSumWhy,
				Goals: []rubric.Goal{
					rubric.AtMost("registers per thread", registersPerThread, 48, "65536 registers / (256 threads × blocks) is what the bounds allow: how many blocks must fit?"),
				},
			},
			Wrong: []Wrong{{"none", "how many blocks must fit?"}, {"half", "how many blocks must fit?"}},
		},
		Hints: Hints{
			Question: "Which of the two numbers is the largest block? With how many blocks are at most 48 registers left per thread?",
			Look:     "Section 7 computes the limit for bounds of 256 and 4.",
			Hole:     `//gpu:launchbounds ___ 5`,
		},
	},
	{
		ID: "10.6", Title: "Read the report", Form: Explain, After: "explain-spills",
		Text: "A kernel with 256 threads per block runs on an H200. `-maxrregcount 32` may limit its registers. Run the cell, look at the counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   keptIn32(keepFifty, 50),
			Counters: []string{registersPerThread, rubric.OccupancyPct, "local_load_transactions", "local_store_transactions"},
			Because:  "all registers that are allowed are taken, and local memory is used: values were spilled for the sake of occupancy",
			Options: []Option{
				{
					Text:   "The kernel needs few registers, and so it reaches full occupancy.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, registersPerThread) < 32 && !usesLocal(r) },
					Report: keptIn32(keepFew, 4),
					Says:   "then why does it use local memory?",
				},
				{
					Text:   "The kernel needs few registers. Local memory holds an array with an index that is known only at run time.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, registersPerThread) < 32 && usesLocal(r) },
					Report: keptIn32(keepIndexed, 50),
					Says:   "then it would have registers left: compare `launch__registers_per_thread` with the limit",
				},
				{
					Text: "More than 32 registers are live at one place. Occupancy is full, and values wait in local memory.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, registersPerThread) == 32 && usesLocal(r) && counter(r, rubric.OccupancyPct) == 100
					},
				},
				{
					Text:   "Registers limit the occupancy.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, rubric.OccupancyPct) < 100 },
					Report: Launched(Device, keepFifty, line(8, 256), zeroed(50*2048), zeroed(50*2048), 2048),
					Says:   "look at the occupancy: could an SM hold more warps?",
				},
			},
		},
		Hints: Hints{
			Question: "Which counter says that values had no register? Which says how many warps an SM holds?",
			Look:     "The first table of this section has `Tiles` with the same limit.",
			Hole:     `spilled := localLoads > ___`,
			Solution: "32 registers are taken, which is the limit, and local memory is loaded: values were spilled. Occupancy is 100 %.",
		},
	},
}

// keepFifty holds 50 values until their sum is known.
func keepFifty(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	var v [50]float32
	sum := float32(0)
	for k := range 50 {
		v[k] = in[k*n+i]
		sum += v[k]
	}
	for k := range 50 {
		out[k*n+i] = v[k] * sum
	}
}

// timesSum is the case of a kernel func(out, in []float32, n int) that multiplies the given
// number of values per thread by their sum. Values are small, so that products are exact.
func timesSum(values, block int) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		n := s[0]
		out, in := rubric.Result("out", values*n, rng), rubric.Input("in", values*n, rng)
		for i := range values * n {
			in.Init[i] = float32(rng.IntN(64))
		}
		for i := range n {
			sum := float32(0)
			for k := range values {
				sum += in.Init[k*n+i]
			}
			for k := range values {
				out.Want[k*n+i] = in.Init[k*n+i] * sum
			}
		}
		return &rubric.Case{
			Grid: rubric.Dim{X: blocksOf(n, block), Y: 1, Z: 1}, Block: rubric.Dim{X: block, Y: 1, Z: 1},
			Args: []rubric.Arg{out, in, rubric.NewScalar("n", n)},
		}
	}
}

func timesSumWhy(c *rubric.Case, i int) string {
	return fmt.Sprintf("in[%d] = %s times the sum of its thread", i, c.At("in", i))
}

// widths is the case of Width.
func widths(s rubric.Size, rng *rubric.Random) *rubric.Case {
	const values = 40
	n := s[0]
	out, in := rubric.Result("out", n, rng), rubric.Input("in", values*n, rng)
	oneSided(in.Init, n)
	for i := range n {
		low, high := in.Init[i], in.Init[i]
		for k := range values {
			low, high = min(low, in.Init[k*n+i]), max(high, in.Init[k*n+i])
		}
		out.Want[i] = high - low
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: blocksOf(n, 128), Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1},
		Args: []rubric.Arg{out, in, rubric.NewScalar("n", n)},
	}
}

// keptIn32 launches a kernel that keeps a number of values per thread, in 32 registers.
func keptIn32(kernel any, values int) func() *gpusim.Report {
	c := line(8, 256)
	c.MaxRegisters = 32
	return Launched(Device, kernel, c, zeroed(values*2048), zeroed(values*2048), 2048)
}

// usesLocal reports whether local memory was loaded.
func usesLocal(r *gpusim.Report) bool { return counter(r, "local_load_transactions") > 0 }

// keepFew does with 4 values what keepFifty does with 50.
func keepFew(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	var v [4]float32
	sum := float32(0)
	for k := range 4 {
		v[k] = in[k*n+i]
		sum += v[k]
	}
	for k := range 4 {
		out[k*n+i] = v[k] * sum
	}
}

// keepIndexed counts in 50 fields, which the numbers of a thread choose.
func keepIndexed(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	var v [50]float32
	for k := 0; k < n/256; k++ {
		v[int(in[i+k])%50]++
	}
	out[i] = v[n%50]
}
