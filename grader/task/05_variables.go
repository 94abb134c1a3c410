package task

// This file holds the tasks of chapter 05.

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

var variableTasks = []Task{
	varied(func(v [3]int) Task {
		before, after, size := v[0], v[1], v[2]
		in := named{"before": before, "after": after, "size": size, "points": 2 * after * 2}.in
		return Task{
			ID: "05.1", Title: "What is left after a reset", Form: Predict, After: "explain-lifetime",
			Text: in("In a kernel, thread 0 of each block adds 2 points to a global variable, by an atomic addition. A program launches it with {before} blocks of {size} threads and calls `dev.Reset()`. Then it launches the kernel twice, with {after} blocks of {size} threads. How many points does the variable hold at the end?"),
			Ask: Number{
				Unit:    "points",
				Answer:  func() float64 { return afterReset(before, after, size) },
				Because: in("the reset ended the first variable; then two launches of {after} blocks added 2 per block"),
				Misread: []Misread{
					{Computed(2 * (before + after + after)), "you kept the first launch: what does a reset end?"},
					{Computed(2 * after), "that is one launch; a variable keeps its contents from launch to launch"},
					{Computed(2 * 2 * after * size), "you counted all threads of a block; one of them adds"},
					{Computed(2 * 2 * after * size / 32), "you counted the warps of a block; one thread of a block adds"},
					{Computed(0), "a reset sets the variable to 0; what do the later launches add?"},
				},
				Nudge: "write the contents beside each of the four calls",
			},
			Hints: Hints{
				Question: "Which launches does the reset wipe out? How much does one block add?",
				Look:     "The cell above prints what `Visits` holds after a reset and one more launch.",
				Hole:     in("total := 2 * {after} * ___"),
				Solution: in("After the reset the variable begins at 0. Two launches of {after} blocks add 2 per block: 2 × {after} × 2 = {points}."),
			},
		}
	}, [3]int{3, 5, 64}, [3]int{4, 6, 64}, [3]int{2, 7, 128}, [3]int{5, 8, 64}),
	{
		ID: "05.2", Title: "A count for each batch", Form: Host, After: "explain-lifetime",
		Text: "`Tally` counts in a variable. Complete `TallyEach`, which wants the count of each batch by itself. Nobody knows what the variable holds before.",
		Ask: Program{
			Program: rubric.Program{
				Name: "TallyEach", Signature: "func(dev *gpusim.Device, batches []*gpusim.Buffer[float32], counts []int32)", Kernels: []string{"Tally"},
				Begin: tallying,
			},
			Wrong: []Wrong{{"summed", "the numbers of the batches before"}, {"fresh", "what did the variable hold before the first launch"}, {"before", "that is what the variable held before the launch"}},
		},
		Hints: Hints{
			Question: "What does the variable hold before the second launch? Which two calls does each launch need beside it?",
			Look:     "The first cell of the chapter has both calls: one reads `Found`, the other one is the repair.",
			Hole: `
notebook.OK(dev.MemcpyToSymbol(Tally, "Above", ___, 0))
notebook.Must(dev.Launch(Tally, config, x))
notebook.OK(dev.MemcpyFromSymbol(___, Tally, "Above", 0))
`,
		},
	},
	{
		ID: "05.3", Title: "Right by luck", Form: Mend, After: "explain-remedy",
		Text: "`Ratios` gives the right result when the blocks run in order. A checker still finds a bug. Run it, read what the checker says, and mend the kernel. One launch is enough. Goal: at most 32 store requests, one per warp.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Ratios", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1000}},
				Case: ratios,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("%s / %s", c.At("in", i), c.At("in", 0)) },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "every element is divided by in[0]: where can a thread find in[0] without the help of another block?",
				},
				Goals: []rubric.Goal{rubric.AtMost("store requests", rubric.StoreRequests, 32, "each warp stores to `First` beside its results: must the value go through a variable?")},
			},
			Wrong: []Wrong{{"blocks", "First"}, {"self", "without the help of another block"}, {"everyone", "must the value go through a variable?"}},
		},
		Hints: Hints{
			Question: "Which thread writes `First`, and which threads read it? What makes the readers wait for the writer?",
			Look:     "`Chain` in section 9 of chapter 04 has the same mistake.",
			Hole:     `out[i] = in[i] / ___`,
		},
	},
	{
		ID: "05.4", Title: "Frames of a film", Form: Host, After: "explain-three-ways",
		Text: "`Advance` changes a variable of 32 `float32`. Complete `Film`, which keeps what the variable holds after each step. All of it stays on the device. Goal: no copy to or from the host.",
		Ask: Program{
			Program: rubric.Program{
				Name: "Film", Signature: "func(dev *gpusim.Device, history *gpusim.Buffer[float32], steps int)", Kernels: []string{"Advance"},
				Begin: filming,
				Goals: []rubric.ProgramGoal{{Name: "copies to or from the host", Count: overHost, Limit: 0, Hint: "the bytes cross the bus twice: with its address, a variable is memory of the device like any other"}},
			},
			Wrong: []Wrong{{"elements", "an address counts bytes"}, {"host", "the bytes cross the bus twice"}, {"before", "one step too early"}},
		},
		Hints: Hints{
			Question: "Where in `history` does frame 3 begin, in bytes? Which calls give the address and the size of a variable?",
			Look:     "The third way in the table above, and the cell below it, which copies to `address+12`.",
			Hole: `
from := notebook.Must(dev.GetSymbolAddress(Advance, "State"))
to := gpusim.DevicePtr(history.Address()) + gpusim.DevicePtr(step*___)
notebook.OK(dev.Memcpy(to, from, ___))
`,
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
	{
		ID: "05.8", Title: "Two pointers change places", Form: Host, After: "explain-pointer",
		Text: "`Spread` reads and writes through two variables that hold pointers. Complete `Evolve`, in which the result of a step is the input of the next. Goal: no copy to or from the host, beside the pointers themselves.",
		Ask: Program{
			Program: rubric.Program{
				Name: "Evolve", Signature: "func(dev *gpusim.Device, a, b *gpusim.Buffer[float32], steps int) *gpusim.Buffer[float32]", Kernels: []string{"Spread"},
				Begin: evolving,
				Goals: []rubric.ProgramGoal{{Name: "copies of arrays over the host", Count: overHost, Limit: 0, Hint: "no element must move: which of the two variables should point to which buffer in the next step?"}},
			},
			Wrong: []Wrong{
				{"fixed", "every step reads the same numbers"}, {"last", "which buffer was written last?"},
				{"copied", "no element must move"}, {"same", "a neighbour may have changed already"},
			},
		},
		Hints: Hints{
			Question: "After the first step the result lies in `b`. To which buffers do the variables point in the second step?",
			Look:     "The table of section 6 has the call that stores a pointer in a variable.",
			Hole: `
notebook.OK(dev.MemcpyToSymbol(Spread, "Now", ___, 0))
notebook.OK(dev.MemcpyToSymbol(Spread, "Next", ___, 0))
notebook.Must(dev.Launch(Spread, config))
a, b = ___
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
func afterReset(before, after, size int) float64 {
	dev := gpusim.Must(gpusim.Open(Device))
	gpusim.Must(dev.Launch(addTwoPerBlock, line(before, size)))
	dev.Reset()
	for range 2 {
		gpusim.Must(dev.Launch(addTwoPerBlock, line(after, size)))
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

// ratios is the case of Ratios.
func ratios(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, in := rubric.Result("out", n, rng), rubric.Input("in", n, rng)
	for i := range n {
		out.Want[i] = in.Init[i] / in.Init[0]
	}
	return threadPer(n, out, in, rubric.NewScalar("n", n))
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
	return Launched(Device, kernel, line(2, 128), append([]any{zeroed(256), zeroed(256)}, more...)...)
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

// tallying begins TallyEach: the variable holds what an earlier part of the program left there.
func tallying(_ int, rng *rand.Rand) *rubric.Start {
	dev := gpusim.Must(gpusim.Open(Device))
	left := int32(1 + rng.IntN(50))
	var batches []*gpusim.Buffer[float32]
	var want, held []int32 // held is what the variable holds without a reset
	held = append(held, left)
	for range 4 {
		x := numbers(rng, 20+rng.IntN(100))
		x[0] = 1
		n := int32(0)
		for _, v := range x {
			if v > 0 {
				n++
			}
		}
		batches, want, held = append(batches, gpusim.Must(gpusim.Upload(dev, x))), append(want, n), append(held, held[len(held)-1]+n)
	}
	counts := make([]int32, len(want))
	return &rubric.Start{
		Devices: []*gpusim.Device{dev}, Args: []any{dev, batches, counts},
		Before: func(kernel func(string) *gpusim.Kernel) {
			gpusim.Must(0, dev.MemcpyToSymbol(kernel("Tally"), "Above", left, 0))
		},
		Checks: []rubric.ProgramCheck{func(*rubric.Played) *rubric.Mistake {
			wrong := rubric.Differs("counts", counts, want)
			hint := "read the variable behind each launch"
			switch {
			case wrong == "":
				return nil
			case counts[0] == want[0] && counts[1] == want[0]+want[1]:
				hint = "this count holds the numbers of the batches before: a variable keeps its contents from launch to launch"
			case counts[0] == held[1]:
				hint = "what did the variable hold before the first launch of this function?"
			case counts[0] == 0 || counts[0] == left:
				hint = "that is what the variable held before the launch"
			}
			return &rubric.Mistake{What: wrong, Hint: hint}
		}},
	}
}

// filming begins Film.
func filming(_ int, rng *rand.Rand) *rubric.Start {
	const n = 32
	dev := gpusim.Must(gpusim.Open(Device))
	steps := 3 + rng.IntN(4)
	state := numbers(rng, n)
	history := gpusim.Must(gpusim.Malloc[float32](dev, n*steps))
	frames := [][]float32{slices.Clone(state)}
	for range steps {
		next := slices.Clone(frames[len(frames)-1])
		for i := range next {
			next[i] = 0.5*next[i] + 1
		}
		frames = append(frames, next)
	}
	want, early := slices.Concat(frames[1:]...), slices.Concat(frames[:steps]...)
	return &rubric.Start{
		Devices: []*gpusim.Device{dev}, Args: []any{dev, history, steps},
		Before: func(kernel func(string) *gpusim.Kernel) {
			gpusim.Must(0, dev.MemcpyToSymbol(kernel("Advance"), "State", state, 0))
		},
		Checks: []rubric.ProgramCheck{func(*rubric.Played) *rubric.Mistake {
			got := contents(history)()
			wrong := rubric.Differs("history", got, want)
			hint := "frame k begins at byte k times the size of the variable: an address counts bytes"
			if slices.Equal(got, early) {
				hint = "each frame is kept one step too early"
			}
			if wrong == "" {
				return nil
			}
			return &rubric.Mistake{What: wrong, Hint: hint}
		}},
	}
}

// overHost counts the copies to and from the host of memory and variables; a pointer that is stored in a variable is none.
func overHost(p *rubric.Played) (n float64) {
	for _, c := range p.Calls {
		switch {
		case c.Is("Buffer.CopyFrom", "Buffer.CopyTo", "Buffer.Host", "Stream.CopyFrom", "Stream.CopyTo", "gpusim.Upload", "Device.MemcpyFromSymbol"):
			n++
		case c.Is("Device.MemcpyToSymbol"):
			switch c.Args[3].(type) {
			case *gpusim.Buffer[float32], gpusim.DevicePtr:
			default:
				n++
			}
		case c.Is("Device.Memcpy"):
			_, to := c.Args[1].(gpusim.DevicePtr)
			if _, from := c.Args[2].(gpusim.DevicePtr); !to || !from {
				n++
			}
		}
	}
	return n
}

// evolving begins Evolve.
func evolving(run int, rng *rand.Rand) *rubric.Start {
	dev := gpusim.Must(gpusim.Open(Device))
	steps := 3 + run // odd, then even
	first := numbers(rng, 100+rng.IntN(100))
	a, b := gpusim.Must(gpusim.Upload(dev, first)), gpusim.Must(gpusim.Malloc[float32](dev, len(first)))
	states := [][]float32{first}
	for range steps {
		now := states[len(states)-1]
		next := make([]float32, len(now))
		for i := range now {
			next[i] = 0.5 * (now[(i+len(now)-1)%len(now)] + now[(i+1)%len(now)])
		}
		states = append(states, next)
	}
	return &rubric.Start{Devices: []*gpusim.Device{dev}, Args: []any{dev, a, b, steps}, Checks: []rubric.ProgramCheck{func(p *rubric.Played) *rubric.Mistake {
		result, _ := p.Results[0].(*gpusim.Buffer[float32])
		if result == nil {
			return &rubric.Mistake{What: "the function returns no buffer", Hint: "return the one that the last step wrote"}
		}
		got := contents(result)()
		wrong := rubric.Differs("the result", got, states[steps])
		hint := "an element is read when a neighbour may have changed already: to which two buffers do the variables point?"
		switch {
		case wrong == "":
			return nil
		case slices.Equal(got, states[steps-1]):
			hint = "that is the state one step before: which buffer was written last?"
		case slices.Equal(got, states[1]):
			hint = "every step reads the same numbers: what should be the input of the second step?"
		}
		return &rubric.Mistake{What: wrong, Hint: hint}
	}}}
}
