package task

// This file holds the tasks of chapter 15.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/report"
	"gpucourse/grader/rubric"
)

// The counters of the chapter.
const (
	barriersExecuted     = "barriers_executed"
	warpBarriersExecuted = "warp_barriers_executed"
	fencesExecuted       = "fences_executed"
)

var synchronizationTasks = []Task{
	varied(func(v [3]int) Task {
		blocks, size, rounds := v[0], v[1], v[2]
		warps := blocks * size / 32
		barriers := 1 + 2*rounds
		in := named{"blocks": blocks, "size": size, "rounds": rounds, "warps": warps, "barriers": barriers, "all": warps * barriers}.in
		return Task{
			ID: "15.1", Title: "Count the barriers", Form: Predict, After: "explain-cost",
			Text: in("A kernel has one barrier before a loop, and two barriers in the loop. The loop runs {rounds} times, in {blocks} blocks of {size} threads. The counter `barriers_executed` counts a barrier once for each warp that comes to it. What does it show?"),
			Ask: Number{
				Unit:    "barriers",
				Answer:  Counted(barriersExecuted, Device, twoPerRound, line(blocks, size), zeroed(blocks*size), rounds),
				Because: in("each warp comes to 1 + 2 × {rounds} = {barriers} barriers, and {blocks} blocks of {size} threads have {warps} warps"),
				Misread: []Misread{
					{Computed(barriers), "that is one warp; how many warps are there?"},
					{Computed(blocks * barriers), "you counted each block once; the counter counts warps"},
					{Computed(blocks * size * barriers), "you counted threads; the counter counts warps"},
					{Computed(size / 32 * barriers), "that is one block; how many are there?"},
					{Computed(warps * 2 * rounds), "you left out the barrier before the loop"},
					{Computed(warps * (1 + rounds)), "you counted one barrier per round; the loop has two"},
				},
				Nudge: "how many barriers does one warp come to, and how many warps are there?",
			},
			Hints: Hints{
				Question: in("How many barriers does one warp come to? How many warps do {blocks} blocks of {size} threads have?"),
				Look:     "`Late` in section 2 has two warps. The picture shows one row for each.",
				Hole:     in(`barriers := (1 + 2*{rounds}) * ___`),
				Solution: in("(1 + 2 × {rounds}) barriers × {warps} warps = {all}."),
			},
		}
	}, [3]int{3, 128, 5}, [3]int{4, 96, 6}, [3]int{2, 160, 4}, [3]int{5, 64, 7}),
	{
		ID: "15.2", Title: "The missing line", Form: Complete, After: "explain-race",
		Text: "`Rotate` moves the elements of a block by 40 places. One line is missing. Add it.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Rotate", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{256}, {1024}},
				Case: inBlocks(256, func(block []float32) []float32 { return append(block[40:], block[:40]...) }),
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("in[%d]", i-i%256+(i+40)%256)
				},
				Hints: map[rubric.Symptom]string{rubric.BadValue: "thread t reads what another warp stores: has that warp stored already?"},
			},
			Wrong: []Wrong{{"fence", "with no barrier between"}, {"early", "out[0] has a wrong value"}},
		},
		Hints: Hints{
			Question: "Which warp stores the element that thread 0 reads? What must have happened before thread 0 reads it?",
			Look:     "`SumsMended` in section 2 has the same shape.",
			Hole: `
s[t] = in[i]
gpu.___()
out[i] = s[(t+40)%256]
`,
		},
	},
	{
		ID: "15.3", Title: "Every other time", Form: Mend, After: "explain-rounds",
		Text: "`Diffuse` is wrong, although it has a barrier. Run it, read what the checker says, and mend it.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Diffuse", Signature: "func(out, in []float32, steps int)",
				SizeNames: []string{"n", "steps"}, Sizes: []rubric.Size{{128, 1}, {128, 2}, {512, 4}},
				Case: diffused,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("the element after %d steps", c.Size[1]) },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "between which two lines does the barrier stand? What separates the store from the loads of the next step?",
				},
			},
			Wrong: []Wrong{{"once", "with no barrier between"}, {"one", "with no barrier between"}},
		},
		Hints: Hints{
			Question: "A step loads, then stores. What must stand between loads and stores? What between the stores and the next loads?",
			Look:     "Compare `Steps` and `StepsMended` in section 5.",
			Hole: `
for range steps {
	___
	v := (row[t] + row[(t+1)%128]) / 2
	gpu.SyncThreads()
	row[t] = v
}
`,
		},
	},
	{
		ID: "15.4", Title: "One warp barrier and no more", Form: Match, After: "explain-warp",
		Text: "`Reverse` turns each run of 32 numbers around: lane 0 stores what lane 31 loaded, and so on. Each warp waits for the whole block, although it needs its own lanes only. Let each warp execute exactly one warp barrier, and no barrier of the block.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Reverse", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{128}, {512}},
				Case:  inBlocks(128, reversedRuns),
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d]", i-i%32+31-i%32) },
				Hints: map[rubric.Symptom]string{rubric.BadValue: "lane k of a warp stores what lane 31-k loaded"},
				Goals: []rubric.Goal{
					rubric.Exactly("barriers", barriersExecuted, 0, "a run belongs to one warp: no other warp must wait for it"),
					rubric.Exactly("warp barriers", warpBarriersExecuted, 512/32, "each of the 16 warps needs one warp barrier, between the store and the load"),
				},
			},
			Wrong: []Wrong{{"both", "16 barriers, exactly 0"}, {"none", "with no gpu.SyncWarp() between"}},
		},
		Hints: Hints{
			Question: "Which threads use the 32 numbers of a run? Which barrier waits for exactly these?",
			Look:     "`SwapMended`, above, does it for two lanes.",
			Hole: `
first, lane := t-t%32, t%32
s[t] = in[i]
gpu.___()
out[i] = s[first+___]
`,
		},
	},
	{
		ID: "15.5", Title: "A message of two parts", Form: Order, After: "explain-fence-cost",
		Text: "Block 0 stores a message of two numbers, `x` and `y`, and raises a flag. Block 1 looks at the flag and then reads both. `Deliver` allows that the flag is seen and a part of the message is not. Forbid exactly that, and nothing else. Goal: at most 2 fences.",
		Ask: Program{
			Program: rubric.Program{
				Name: "Deliver", Signature: "func(x, y, flag, saw []int32)", Judge: delivered,
				Goals: []rubric.ProgramGoal{{Name: "fences", Count: fencesOf, Limit: 2, Hint: "a fence orders all accesses before it, not only the last one: how many does each side need?"}},
			},
			Wrong: []Wrong{{"late", "block 0: what must come before the flag"}, {"reader", "block 1: which access must come first"}, {"narrow", "for the threads of one block"}, {"four", "how many does each side need?"}, {"waits", "must not wait"}},
		},
		Hints: Hints{
			Question: "Which accesses of block 0 must others see before the flag? Which access of block 1 must come before the other two?",
			Look:     "The picture of six variants above: which of them forbids the flag without the message, between two blocks?",
			Hole: `
x[0] = 1
y[0] = 2
___
gpu.StoreVolatile(&flag[0], 1)
`,
		},
	},
	{
		ID: "15.6", Title: "One reader without a fence", Form: Predict, After: "explain-iriw",
		Time: 8, // 16 outcomes must be thought through
		Text: "Two writers and two readers in four blocks, as in the cell above. The first reader has `gpu.Threadfence()` between its two loads, the second reader has none. How many outcomes are allowed for the four numbers that the readers see?",
		Ask: Number{
			Unit:    "outcomes",
			Answer:  readersOf(fencedLeft),
			Because: "the second reader may still exchange its two loads, so the readers need not agree, as without any fence",
			Misread: []Misread{
				{readersOf(fencedReaders), "that is so with a fence in both readers: what may the reader without a fence exchange?"},
				{Computed(8), "each of the four numbers may be 0 or 1, whatever the others are: which combination would a fence forbid?"},
				{Computed(9), "each of the four numbers may be 0 or 1, and a reader may see a later store and not an earlier one: nothing orders the two writers"},
			},
			Nudge: "four numbers of 0 or 1: which combinations does the fence of one reader forbid?",
		},
		Hints: Hints{
			Question: "Which two accesses does the fence keep in order? Who keeps those of the second reader?",
			Look:     "The picture above shows which outcome needs weakly ordered memory.",
			Hole:     "outcomes := 2*2*2*2 - ___",
			Solution: "A fence orders the accesses of its own thread only. The second reader may exchange its loads, so nothing is forbidden: all 16 outcomes are allowed.",
		},
	},
	{
		ID: "15.7", Title: "Count with few atomics", Form: Write, After: "explain-contention",
		Text: "Write `CountPositive`. It is launched with blocks of 128 threads, one thread per element, rounded up. `count[0]` is 0 at first. Goal: at most one atomic request on global memory per block. `gpu.AtomicAdd` works on shared memory too: `gpu.AtomicAdd(found, 1)` for `found := gpu.Shared[float32]()`, which is a pointer.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "CountPositive", Signature: "func(count, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1000}},
				Case: positives,
				Why:  func(c *rubric.Case, _ int) string { return "the number of elements above 0" },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue:   "does each thread count its element once? is the number of the block added once?",
					rubric.NotWritten: "who adds the number of the block to count[0]?",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("global atomic requests", rubric.AtomicRequests, 8, "let the block count in shared memory first; then one thread adds the number to count[0]").Plus(rubric.RedRequests),
				},
			},
			Wrong: []Wrong{{"each", "global atomic requests, limit 8"}, {"hurry", "with no barrier between"}, {"unset", "before any thread of block (0,0,0) has written it"}},
		},
		Hints: Hints{
			Question: "Where can the threads of a block count together, without global memory? When do they know that all have counted?",
			Look:     "The bars in section 10: one element for all, one per block, one per thread.",
			Hole: `
found := gpu.Shared[float32]()
___ // one thread sets it to 0
___ // all wait
if i < n && in[i] > 0 {
	gpu.AtomicAdd(found, 1)
}
___ // all wait
if gpu.ThreadIdx.X == 0 {
	gpu.AtomicAdd(&count[0], *found)
}
`,
		},
	},
	{
		ID: "15.8", Title: "Who executes the fence?", Form: Explain, After: "explain-last",
		Text: "4 blocks of 256 threads were launched. Each stores one part and counts itself. Run the cell, look at the counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   countedBy(countedOnce),
			Counters: []string{barriersExecuted, fencesExecuted, "global_reduction_requests"},
			Because:  "4 fences and 4 atomics for 4 blocks: one of each per block; 32 barriers are one per warp",
			Options: []Option{
				{
					Text:   "Every thread executes a fence and an atomic.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, fencesExecuted) == 32 },
					Report: countedBy(countedByAll),
					Says:   "then each of the 32 warps would execute a fence",
				},
				{
					Text: "One thread per block executes a fence and an atomic, and the block meets once.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, fencesExecuted) == 4 && counter(r, barriersExecuted) == 32
					},
				},
				{
					Text: "One thread per block executes a fence, and the threads of the block meet at it: there is no barrier.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, fencesExecuted) == 4 && counter(r, barriersExecuted) == 0
					},
					Report: countedBy(countedApart),
					Says:   "a fence orders accesses and waits for no thread; look at `barriers_executed`, which counts each warp",
				},
				{
					Text:   "One thread of block 0 executes a fence and an atomic for all four blocks.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, fencesExecuted) == 1 },
					Report: countedBy(countedForAll),
					Says:   "then there would be 1 fence, and a block cannot order the accesses of another",
				},
			},
		},
		Hints: Hints{
			Question: "How many warps do 4 blocks of 256 threads have? How many fences are there per block?",
			Look:     "The table in section 11 shows the fences of `Total`: two per block.",
			Hole:     "fences ÷ blocks = ___ per block",
			Solution: "4 fences ÷ 4 blocks = 1 per block, and 32 barriers ÷ 32 warps = 1 per warp.",
		},
	},
}

// twoPerRound comes to one barrier, and then to two per round.
func twoPerRound(out []float32, rounds int) {
	gpu.SyncThreads()
	for range rounds {
		gpu.SyncThreads()
		gpu.SyncThreads()
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = 1
}

// countedOnce stores a part per block, and counts the block behind a fence.
func countedOnce(parts, count []float32) {
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 {
		parts[gpu.BlockIdx.X] = 1
		gpu.Threadfence()
		gpu.AtomicAdd(&count[0], 1)
	}
}

// inBlocks is the case of a kernel func(out, in []float32) whose blocks have a number of
// threads and turn their part of in, a copy, into their part of out.
func inBlocks(threads int, f func([]float32) []float32) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		n := s[0]
		out, in := rubric.Result("out", n, rng), rubric.Input("in", n, rng)
		for first := 0; first < n; first += threads {
			part := append([]float32(nil), in.Init[first:first+threads]...)
			copy(out.Want[first:], f(part))
		}
		return &rubric.Case{
			Grid: rubric.Dim{X: n / threads, Y: 1, Z: 1}, Block: rubric.Dim{X: threads, Y: 1, Z: 1}, Args: []rubric.Arg{out, in},
		}
	}
}

// reversedRuns turns each run of 32 elements around.
func reversedRuns(block []float32) []float32 {
	turned := make([]float32, len(block))
	for i := range block {
		turned[i] = block[i-i%32+31-i%32]
	}
	return turned
}

// diffused is the case of Diffuse: rows of 128, whose elements are multiples of 1/8, so that
// a few steps are exact.
func diffused(s rubric.Size, rng *rubric.Random) *rubric.Case {
	c := inBlocks(128, func(row []float32) []float32 {
		for range s[1] {
			next := make([]float32, len(row))
			for i := range row {
				next[i] = (row[i] + row[(i+1)%len(row)]) / 2
			}
			row = next
		}
		return row
	})(s, rng)
	c.Args = append(c.Args, rubric.NewScalar("steps", s[1]))
	return c
}

// positives is the case of CountPositive.
func positives(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n, found := s[0], float32(0)
	count, in := rubric.Result("count", 1, rng), rubric.Input("in", n, rng)
	for i := range n {
		if in.Init[i] > 0 {
			found++
		}
	}
	count.Init[0], count.Want[0] = 0, found
	return &rubric.Case{
		Grid: rubric.Dim{X: blocksOf(n, 128), Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1},
		Args: []rubric.Arg{count, in, rubric.NewScalar("n", n)},
	}
}

// countedBy launches a kernel of 15.8.
func countedBy(kernel any) func() *gpusim.Report {
	return Launched(Device, kernel, line(4, 256), zeroed(4), zeroed(1))
}

// countedByAll lets every thread execute the fence and count.
func countedByAll(parts, count []float32) {
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 {
		parts[gpu.BlockIdx.X] = 1
	}
	gpu.Threadfence()
	gpu.AtomicAdd(&count[0], 1)
}

// countedApart is countedOnce without the barrier.
func countedApart(parts, count []float32) {
	if gpu.ThreadIdx.X == 0 {
		parts[gpu.BlockIdx.X] = 1
		gpu.Threadfence()
		gpu.AtomicAdd(&count[0], 1)
	}
}

// countedForAll lets block 0 alone execute the fence and count.
func countedForAll(parts, count []float32) {
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 {
		parts[gpu.BlockIdx.X] = 1
		if gpu.BlockIdx.X == 0 {
			gpu.Threadfence()
			gpu.AtomicAdd(&count[0], 4)
		}
	}
}

// ofThreads lists the outcomes of a kernel with four arrays, for two blocks of one thread.
func ofThreads(kernel any) (*report.Outcomes, error) {
	dev := gpusim.Must(gpusim.Open(Device))
	return dev.Outcomes(kernel, line(2, 1), zeros(dev)...)
}

// zeros returns four arrays of four zeros.
func zeros(dev *gpusim.Device) (args []any) {
	for range 4 {
		args = append(args, gpusim.Must(gpusim.Upload(dev, make([]int32, 4))))
	}
	return args
}

// readersOf counts the outcomes of a kernel with two writers and two readers.
func readersOf(kernel any) func() float64 {
	return func() float64 {
		dev := gpusim.Must(gpusim.Open(Device))
		return float64(len(gpusim.Must(dev.Outcomes(kernel, line(4, 1), zeros(dev)...)).List))
	}
}

// fencedLeft has a fence in the first reader.
func fencedLeft(x, y, left, right []int32) {
	switch gpu.BlockIdx.X {
	case 0:
		gpu.StoreVolatile(&x[0], 1)
	case 1:
		gpu.StoreVolatile(&y[0], 1)
	case 2:
		left[0] = gpu.LoadVolatile(&x[0])
		gpu.Threadfence()
		left[1] = gpu.LoadVolatile(&y[0])
	case 3:
		right[0] = gpu.LoadVolatile(&y[0])
		right[1] = gpu.LoadVolatile(&x[0])
	}
}

// fencedReaders has a fence in each reader.
func fencedReaders(x, y, left, right []int32) {
	switch gpu.BlockIdx.X {
	case 0:
		gpu.StoreVolatile(&x[0], 1)
	case 1:
		gpu.StoreVolatile(&y[0], 1)
	case 2:
		left[0] = gpu.LoadVolatile(&x[0])
		gpu.Threadfence()
		left[1] = gpu.LoadVolatile(&y[0])
	case 3:
		right[0] = gpu.LoadVolatile(&y[0])
		gpu.Threadfence()
		right[1] = gpu.LoadVolatile(&x[0])
	}
}

// fencesOf counts the fences that the warps of a launch executed.
func fencesOf(p *rubric.Played) float64 {
	return counter(p.Calls[0].Results[0].(*gpusim.Report), fencesExecuted)
}

// delivered judges Deliver: saw holds the flag, x and y as block 1 saw them.
func delivered(kernel *gpusim.Kernel, source string) (*rubric.Played, *rubric.Mistake) {
	o, err := ofThreads(kernel)
	if err != nil {
		return nil, &rubric.Mistake{What: err.Error(), Hint: "two threads with few accesses are enough: no loop, and nothing but the stores, the flag, the loads and fences"}
	}
	seen, strange := map[string]bool{}, ""
	for _, x := range o.List {
		saw := map[string]string{}
		for i, e := range o.Elements {
			saw[e] = x.Values[i]
		}
		all := fmt.Sprintf("flag %s, x %s, y %s", saw["saw[0]"], saw["saw[1]"], saw["saw[2]"])
		if seen[all] = true; saw["saw[0]"] == "1" && (saw["saw[1]"] != "1" || saw["saw[2]"] != "2") {
			strange = all
		}
	}
	switch {
	case strange != "":
		return nil, &rubric.Mistake{What: "block 1 may still see " + strange, Hint: missingFence(source)}
	case !seen["flag 0, x 0, y 0"]:
		return nil, &rubric.Mistake{What: "the flag is never seen down, with the old message", Hint: "block 1 looks at the flag once, and must not wait"}
	case !seen["flag 1, x 1, y 2"]:
		return nil, &rubric.Mistake{What: "the flag is never seen with the whole message", Hint: "the message goes from block 0 to block 1, with the numbers 1 and 2"}
	}
	dev := gpusim.Must(gpusim.Open(Device))
	r, err := dev.Launch(kernel, line(2, 1), zeros(dev)...)
	if err != nil {
		return nil, &rubric.Mistake{What: err.Error(), Hint: "the arrays have four elements each"}
	}
	return &rubric.Played{Calls: []rubric.HostCall{{Results: []any{r}}}}, nil
}

// missingFence says which fence a source lacks, by where its fences stand.
func missingFence(source string) string {
	message, rest, _ := strings.Cut(source, "gpu.StoreVolatile(&flag")
	switch {
	case strings.Contains(source, "gpu.ThreadfenceBlock()"):
		return "such a fence orders for the threads of one block: in which blocks are the two threads?"
	case !strings.Contains(message[strings.LastIndex(message, "] = ")+1:], "fence"):
		return "block 0: what must come before the flag, and what keeps it there?"
	case !strings.Contains(rest, "LoadVolatile(&flag"):
		return "look at the flag with gpu.LoadVolatile, behind the code of block 0"
	}
	return "block 1: which access must come first, and what keeps it there?"
}
