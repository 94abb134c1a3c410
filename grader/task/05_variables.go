package task

// This file holds the tasks of chapter 05.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

var variableTasks = []Task{
	{
		ID: "05.1", Title: "What is left after a reset", Form: Predict, After: "explain-lifetime",
		Text: "In a kernel, thread 0 of each block adds 2 points to a global variable, by an atomic addition. A program launches it with 3 blocks of 64 threads and calls `dev.Reset()`. Then it launches the kernel twice, with 5 blocks of 64 threads. How many points does the variable hold at the end?",
		Ask: Number{
			Unit:    "points",
			Answer:  afterReset,
			Because: "the reset ended the first variable; then two launches of 5 blocks added 2 per block",
			Misread: []Misread{
				{Computed(2 * (3 + 5 + 5)), "you kept the first launch: what does a reset end?"},
				{Computed(2 * 5), "that is one launch; a variable keeps its contents from launch to launch"},
				{Computed(2 * 2 * 5 * 64), "you counted all threads of a block; one of them adds"},
				{Computed(2 * 2 * 5 * 2), "you counted the warps of a block; one thread of a block adds"},
				{Computed(0), "a reset sets the variable to 0; what do the later launches add?"},
			},
			Nudge: "write the contents beside each of the four calls",
		},
		Hints: Hints{
			Question: "Which launches does the reset wipe out? How much does one block add?",
			Look:     "The cell above prints what `Visits` holds after a reset and one more launch.",
			Hole:     "total := 2 * 5 * ___",
			Solution: "After the reset the variable begins at 0. Two launches of 5 blocks add 2 per block: 2 × 5 × 2 = 20.",
		},
	},
	{
		ID: "05.2", Title: "Read the variable", Form: Complete, After: "explain-lifetime",
		Text: "`Flag` marks the numbers that exceed a level. The host sets the level in a global variable. Complete the line.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Flag", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1000}},
				Case: flagged,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("1 if %s exceeds the level, 0 if not", c.At("in", i))
				},
				Hints: map[rubric.Symptom]string{rubric.BadValue: "which variable holds the level, and how does a kernel write its name?"},
			},
			Wrong: []Wrong{{"element", "which variable holds the level"}, {"constant", "which variable holds the level"}},
		},
		Hints: Hints{
			Question: "The variable is called `Level`. What does a kernel write behind the name of a global variable?",
			Look:     "`Count` in section 1 uses `Found`.",
			Hole:     `level := Level.___`,
		},
	},
	{
		ID: "05.3", Title: "Right by luck", Form: Mend, After: "explain-remedy",
		Text: "`Ratios` gives the right result when the blocks run in order. A checker still finds a bug. Run it, read what the checker says, and mend the kernel. One launch is enough.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Ratios", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1000}},
				Case: ratios,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("%s / %s", c.At("in", i), c.At("in", 0)) },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "every element is divided by in[0]: where can a thread find in[0] without the help of another block?",
				},
			},
			Wrong: []Wrong{{"blocks", "First"}, {"self", "without the help of another block"}},
		},
		Hints: Hints{
			Question: "Which thread writes `First`, and which threads read it? What makes the readers wait for the writer?",
			Look:     "`Handover` in section 3 has the same mistake.",
			Hole:     `out[i] = in[i] / ___`,
		},
	},
	{
		ID: "05.4", Title: "One turn for each element", Form: Configure, After: "explain-remedy",
		Text: "`Turn` uses the number of the thread *in its block*, so two blocks use the same elements of `Turns`. Choose a launch for n = 200 in which no two blocks meet. Goal: at most 256 threads.",
		Ask: Configuration{
			Kernel: rubric.Kernel{
				Name: "Turn", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{200}},
				Case: turns,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("%s · 1, its first turn", c.At("in", i)) },
				Hints: map[rubric.Symptom]string{
					rubric.NotWritten: "element t needs a thread with number t in its block",
				},
				Goals: []rubric.Goal{rubric.AtMost("threads", "launch__thread_count", 256, "256 threads are enough for 200 elements")},
			},
			Stub:     line(2, 128),
			Solution: line(1, 256),
			Wrong: []WrongConfiguration{
				{line(2, 100), "though blocks run in any order"},
				{line(1, 128), "a thread with number t in its block"},
				{line(1, 1024), "1024 threads, limit 256"},
			},
		},
		Hints: Hints{
			Question: "Which number in its block has the thread that works on element 150? How many blocks may have such a thread?",
			Look:     "In `Handover` of section 3 each block uses an element of its own. Which elements does each block of `Turn` use?",
			Hole:     `gpusim.Config{Grid: gpusim.Dim(___), Block: gpusim.Dim(256)}`,
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(256)}\n```",
		},
	},
	{
		ID: "05.5", Title: "Offsets in bytes", Form: Predict, After: "explain-three-ways",
		Text: "A variable has 12 elements of type `float64`. Three copies follow each other. The first sets all twelve to 1. The second writes two values, 5 and 5, at byte offset 16. The third writes three values, 2, 2 and 2, by address, 24 bytes behind the beginning. How many elements hold a 1 then?",
		Ask: Number{
			Unit:    "elements",
			Answer:  onesLeft,
			Because: "byte 16 is element 2 and byte 24 is element 3: the contents are 1 1 5 2 2 2 1 1 1 1 1 1",
			Misread: []Misread{
				{Computed(12 - 2 - 3), "the second and the third copy write one element in common: divide the offsets by the size of a `float64`"},
				{Computed(12 - 2), "you left out the third copy: an address of a variable is an ordinary address"},
				{Computed(12 - 3), "you left out the second copy"},
				{Computed(2 + 3 - 1), "these hold something else"},
				{Computed(12), "copies by symbol and by address reach the same memory"},
			},
			Nudge: "which element begins at byte 16, and which at byte 24?",
		},
		Hints: Hints{
			Question: "An element takes eight bytes. Which element begins at byte 16?",
			Look:     "The picture above shows three copies to `Coef`, whose elements have 4 bytes.",
			Hole:     "second, third := 16/sizeof, 24/___ // elements",
			Solution: "The second copy writes elements 2 and 3, the third writes 3, 4 and 5. Four elements are overwritten, and 12 − 4 = 8 hold a 1.",
		},
	},
	{
		ID: "05.6", Title: "Where does the variable lie?", Form: Explain, After: "explain-constant",
		Text: "8 warps multiply elements of an array by a coefficient. A *request* is one load or store of one warp. Run the cell, look at the counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   multiplied(timesVariable),
			Counters: []string{"global_load_requests", "global_store_requests", "constant_load_requests"},
			Because:  "16 load requests for 8 warps: one of `in` and one of the variable; none of constants",
			Options: []Option{
				{
					Text:   "The coefficient is a constant variable.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, "constant_load_requests") >= 8 },
					Report: multiplied(timesConstant),
					Says:   "then `constant_load_requests` would count its loads",
				},
				{
					Text: "The coefficient is an argument of the launch.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, "global_load_requests") == 8 && counter(r, "constant_load_requests") == 0
					},
					Report: multiplied(timesArgument, float32(2)),
					Says:   "then each warp would make one load request only, for its elements of in",
				},
				{
					Text:   "Each thread loads the coefficient with a request of its own.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, "global_load_requests") >= 256 },
					Report: multiplied(timesInTurn),
					Says:   "then there would be 264 load requests: one per thread for the coefficient, and one per warp for in",
				},
				{
					Text: "The coefficient is a global variable: reading it is a load of global memory.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, "global_load_requests") == 16 && counter(r, "constant_load_requests") == 0
					},
				},
			},
		},
		Hints: Hints{
			Question: "How many load requests does each of the 8 warps make? Which of them is for `in`?",
			Look:     "`Sum` in section 4 reads a global variable, `Look` in section 5 a constant one.",
			Hole:     "requestsPerWarp := 16 / ___",
			Solution: "Two load requests per warp: one for `in`, and one for the variable. So it lies in global memory.",
		},
	},
	{
		ID: "05.7", Title: "Count by class", Form: Write, After: "explain-constant",
		Text: "Write `Classes` from blank, with one thread per number and blocks of 128 threads. The limits lie in a constant variable.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Classes", Signature: "func(counts, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{4}, {127}, {129}, {1000}},
				Case: classes,
				Why:  func(_ *rubric.Case, k int) string { return fmt.Sprintf("how many numbers are in class %d", k) },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue:   "is a number that equals a limit in the upper class? is a thread without a number counted?",
					rubric.NotWritten: "no thread added to this count: compare with all three limits",
				},
			},
			Wrong: []Wrong{
				{"plain", "counts"},
				{"limits", "is a number that equals a limit in the upper class?"},
				{"bounds", "is a thread without a number counted?"},
			},
		},
		Hints: Hints{
			Question: "How many limits does a number reach or exceed? Which class is that?",
			Look:     "`Count` in section 1 adds to one variable from many threads.",
			Hole: `
class := 0
for k := range 3 {
	if in[i] >= Limits.V[k] {
		class = ___
	}
}
gpu.___(&counts[class], 1)
`,
		},
	},
}

// Variables of the kernels below.
var (
	taskTotal    gpu.Global[float32]
	taskDoubles  gpu.Global[[12]float64]
	taskFactor   gpu.Global[float32]
	taskConstant gpu.Constant[[1]float32]
)

// addTwoPerBlock adds 2 for each block.
func addTwoPerBlock() {
	if gpu.ThreadIdx.X == 0 {
		gpu.AtomicAdd(&taskTotal.V, 2)
	}
}

// readDoubles reads the first of the numbers.
func readDoubles(out []float64) { out[0] = taskDoubles.V[0] }

// timesVariable multiplies each element by a variable.
func timesVariable(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i] * taskFactor.V
}

// afterReset returns what the variable holds at the end.
func afterReset() float64 {
	dev := gpusim.Must(gpusim.Open(Device))
	gpusim.Must(dev.Launch(addTwoPerBlock, line(3, 64)))
	dev.Reset()
	for range 2 {
		gpusim.Must(dev.Launch(addTwoPerBlock, line(5, 64)))
	}
	var total float32
	gpusim.Must(0, dev.MemcpyFromSymbol(&total, addTwoPerBlock, "taskTotal", 0))
	return float64(total)
}

// onesLeft returns how many numbers are 1 after three copies.
func onesLeft() float64 {
	dev := gpusim.Must(gpusim.Open(Device))
	all := [12]float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	gpusim.Must(0, dev.MemcpyToSymbol(readDoubles, "taskDoubles", all[:], 0))
	gpusim.Must(0, dev.MemcpyToSymbol(readDoubles, "taskDoubles", []float64{5, 5}, 16))
	address := gpusim.Must(dev.GetSymbolAddress(readDoubles, "taskDoubles"))
	gpusim.Must(0, dev.Memcpy(address+24, []float64{2, 2, 2}, 24))
	gpusim.Must(0, dev.MemcpyFromSymbol(&all, readDoubles, "taskDoubles", 0))
	ones := 0
	for _, v := range all {
		if v == 1 {
			ones++
		}
	}
	return float64(ones)
}

// flagged is the case of Flag: about half of the numbers exceed the level.
func flagged(s rubric.Size, rng *rubric.Random) *rubric.Case {
	level := float32(s[0]) / 16
	c := eachElement(func(v float32) float32 {
		if v > level {
			return 1
		}
		return 0
	})(s, rng)
	c.Symbols = []rubric.Symbol{{Name: "Level", Value: []float32{level}}}
	return c
}

// ratios is the case of Ratios.
func ratios(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, in := rubric.Result("out", n, rng), rubric.Input("in", n, rng)
	for i := range n {
		out.Want[i] = in.Init[i] / in.Init[0]
	}
	return threadPer(n, out, in, rubric.NewScalar("n", n))
}

// turns is the case of Turn.
func turns(s rubric.Size, rng *rubric.Random) *rubric.Case {
	c := eachElement(func(v float32) float32 { return v })(s, rng)
	c.Symbols = []rubric.Symbol{{Name: "Turns", Value: make([]float32, 1024)}}
	return c
}

// classes is the case of Classes: each limit is one of the numbers, if there are enough.
func classes(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	counts, in := rubric.Result("counts", 4, rng), rubric.Input("in", n, rng)
	limits := []float32{float32(n/4+1) / 8, float32(n/2+1) / 8, float32(3*n/4+1) / 8}
	for k := range 4 {
		counts.Init[k], counts.Want[k] = 0, 0
	}
	for _, v := range in.Init[:n] {
		class := 0
		for _, limit := range limits {
			if v >= limit {
				class++
			}
		}
		counts.Want[class]++
	}
	c := threadPer(n, counts, in, rubric.NewScalar("n", n))
	c.Symbols = []rubric.Symbol{{Name: "Limits", Value: limits}}
	return c
}

// multiplied launches a kernel of 05.6.
func multiplied(kernel any, more ...any) func() *gpusim.Report {
	return Launched(Device, kernel, line(2, 128), append([]any{make([]float32, 256), make([]float32, 256)}, more...)...)
}

// timesConstant multiplies each element by a constant.
func timesConstant(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i] * taskConstant.V[0]
}

// timesArgument multiplies each element by an argument.
func timesArgument(out, in []float32, factor float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i] * factor
}

// timesInTurn lets one lane after the other load the variable.
func timesInTurn(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	factor := float32(0)
	for lane := range 32 {
		if gpu.LaneID() == lane {
			factor = gpu.LoadVolatile(&taskFactor.V)
		}
	}
	out[i] = in[i] * factor
}
