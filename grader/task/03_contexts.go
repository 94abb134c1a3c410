package task

// This file holds the tasks of chapter 03: calls of host threads on contexts.

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/driver"
	"gpucourse/grader/rubric"
)

var contextTasks = []Task{
	{
		ID: "03.1", Title: "Four calls on a stack", Form: Predict, After: "explain-stack",
		Text: "A thread creates four contexts, pops twice, and then pushes the context of its first pop. How many contexts are on its stack?",
		Ask: Number{
			Unit:    "contexts",
			Answer:  onThread(fourCalls),
			Because: "four creates, two pops, one push; a popped context floats and is on no stack",
			Misread: []Misread{
				{Computed(4), "that is how many contexts live; some of them are on no stack"},
				{Computed(2), "you forgot the push, or let it put back both"},
				{Computed(5), "a create pushes, and a pop takes away: count both"},
			},
			Nudge: "write the height of the stack beside each call",
		},
		Hints: Hints{
			Question: "How high is the stack after the four creates, and after the two pops?",
			Look:     "The picture above shows the stack after each call. Draw one more row per call.",
			Hole:     `height := 4 - 2 + ___`,
			Solution: "4 after the creates, 2 after the pops, 3 after the push. One context still floats.",
		},
	},
	{
		ID: "03.2", Title: "Whose memory is left?", Form: Predict, After: "explain-resources",
		Text: "A thread creates c1 and allocates 10 MB. It creates c2 and allocates 20 MB. It pops c2, allocates 6 MB, and destroys c2. How many MB are allocated on the device then?",
		Ask: Number{
			Unit:    "MB",
			Answer:  onThread(leftOver),
			Because: "only the 20 MB were allocated while c2 was current, and they ended with it",
			Misread: []Misread{
				{Computed(10 + 20 + 6), "nothing was freed by a call, but a context ended"},
				{Computed(20), "these belong to c2, which was destroyed"},
				{Computed(10), "which context was current when the last part was allocated?"},
			},
			Nudge: "write beside each allocation which context was current",
		},
		Hints: Hints{
			Question: "Which context is current after the pop?",
			Look:     "The cell above prints what c2 took, and what is free after it ended.",
			Hole:     `left := 10 + ___`,
			Solution: "c2 was current for the 20 MB, which ended with it. After the pop c1 was current: 10 + 6 = 16 MB are left.",
		},
	},
	{
		ID: "03.3", Title: "After the fault", Form: Predict, After: "explain-fault",
		Text: "A process has three contexts on a device; another process has two contexts on its device. A kernel in one of the three has an illegal address. In how many of the five contexts can memory still be allocated?",
		Ask: Number{
			Unit:    "contexts",
			Answer:  usableAfterFault,
			Because: "a fault ends all contexts of its process, and leaves other processes alone",
			Misread: []Misread{
				{Computed(4), "the other contexts of the same process fail, too"},
				{Computed(5), "the error is sticky: what do later calls answer?"},
				{Computed(0), "does a fault reach another process?"},
				{Computed(1), "count the contexts of the process without a fault"},
			},
			Nudge: "which contexts share a process with the faulty kernel?",
		},
		Hints: Hints{
			Question: "What did the call in the other context answer, in the cell above?",
			Look:     "The table of section 5 has a call in a context that had no part in the fault.",
			Hole:     `usable := 5 - ___`,
			Solution: "All three contexts of the process fail. The other process still has its 2.",
		},
	},
	{
		ID: "03.4", Title: "Too late to attach", Form: Predict, After: "explain-usage",
		Text: "A thread calls CtxCreate, then CtxAttach twice, CtxDetach three times, CtxAttach and CtxDetach, all on one context. How many of these eight calls succeed?",
		Ask: Number{
			Unit:    "calls",
			Answer:  onThread(attachLate),
			Because: "the third detach brings the count to 0, and the context ends; the last two calls find nothing current",
			Misread: []Misread{
				{Computed(8), "follow the usage count: what happens at 0?"},
				{Computed(7), "an attach does not bring a context back that has ended"},
				{Computed(5), "the call that brings the count to 0 succeeds itself"},
			},
			Nudge: "write the usage count beside each call",
		},
		Hints: Hints{
			Question: "At which call does the count become 0?",
			Look:     "The table above has the count after each call, and whether the context is alive.",
			Hole:     `counts := []int{1, 2, 3, 2, 1, ___}`,
			Solution: "Counts 1, 2, 3, 2, 1, 0: the context ends with the sixth call. The other two calls fail, so 6 succeed.",
		},
	},
	{
		ID: "03.5", Title: "Different addresses", Form: Predict, After: "explain-spaces",
		Text: "Five contexts on a GTX 280 each allocate 64 bytes, before anything else. Then a program does the same on an H200. How many different addresses does it see on the two devices together?",
		Ask: Number{
			Unit: "addresses",
			Answer: func() float64 {
				return float64(distinctAddresses("GeForce GTX 280", 5) + distinctAddresses("H200", 5))
			},
			Because: "on the GTX 280 all contexts begin at the same address; on the H200 each has addresses of its own",
			Misread: []Misread{
				{Computed(2), "since cc 2.0 contexts of a process share one address space: can two memories have one address there?"},
				{Computed(10), "the GTX 280 has cc 1.3: each context has an address space of its own"},
				{Computed(5), "count both devices"},
			},
			Nudge: "count the addresses for each device, then add",
		},
		Hints: Hints{
			Question: "Where does a new context of a GTX 280 begin to allocate?",
			Look:     "The table above has both addresses for each device.",
			Hole:     `addresses := ___ + 5`,
			Solution: "One address on the GTX 280, and 5 on the H200: 6.",
		},
	},
	{
		ID: "03.6", Title: "One thread too many", Form: Mend, After: "walls",
		Text: "A fault in a kernel ends every context of its process, so a bug in one kernel costs the work of all. `Backwards` reverses an array. With some sizes one thread leaves the array. Run it, read the message, and mend the kernel.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Backwards", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {128}, {1000}},
				Case: turned,
				Why:  func(c *rubric.Case, i int) string { return "it is the element at the same distance from the other end" },
				Hints: map[rubric.Symptom]string{
					rubric.Poisoned:   "which element of in is the last one, and which thread takes it?",
					rubric.NotWritten: "which number has the last thread that has an element?",
				},
			},
			Wrong: []Wrong{{"short", "the last thread that has an element"}, {"shifted", "which element of in is the last one"}},
		},
		Hints: Hints{
			Question: "The message names a thread and an index. What are i and n there?",
			Look:     "Run the stub: the message shows the line, the index and the length of the array.",
			Hole:     `if i ___ n {`,
		},
	},
	{
		ID: "03.7", Title: "No thread without an element", Form: Configure, After: "walls",
		Text: "`Thirds` does not ask whether its thread has an element. Choose a launch for n = 192 in which every thread has one. Goal: at most 64 threads per block.",
		Ask: Configuration{
			Kernel: rubric.Kernel{
				Name: "Thirds", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{192}},
				Case: eachElement(func(v float32) float32 { return v / 3 }),
				Why:  func(c *rubric.Case, i int) string { return c.At("in", i) + " / 3" },
				Hints: map[rubric.Symptom]string{
					rubric.NotWritten: "element i needs a thread with that number in the grid",
					rubric.Outside:    "blocks times threads per block is more than 192",
				},
				Goals: []rubric.Goal{rubric.AtMost("threads per block", "launch__block_size", 64, "let more blocks have fewer threads each")},
			},
			Stub:     line(1, 256),
			Solution: line(3, 64),
			Wrong: []WrongConfiguration{
				{line(4, 64), "is more than 192"},
				{line(2, 64), "element i needs a thread"},
				{line(1, 192), "let more blocks have fewer threads"},
			},
		},
		Hints: Hints{
			Question: "How many threads does the grid need? Into which equal blocks of at most 64 can they be divided?",
			Look:     "Run the stub: which element does the message name?",
			Hole:     `gpusim.Config{Grid: gpusim.Dim(___), Block: gpusim.Dim(64)}`,
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(3), Block: gpusim.Dim(64)}\n```",
		},
	},
}

// turned is the case of Backwards.
func turned(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, in := rubric.Result("out", n, rng), rubric.Input("in", n, rng)
	for i := range n {
		out.Want[i] = in.Init[n-1-i]
	}
	return threadPer(n, out, in, rubric.NewScalar("n", n))
}

// onThread returns what a function computes with a thread of a new process.
func onThread(f func(*driver.Thread) float64) func() float64 {
	return func() float64 { return f(gpusim.Must(driver.NewHost("H200")).Thread("main")) }
}

func fourCalls(t *driver.Thread) float64 {
	for range 4 {
		gpusim.Must(t.CtxCreate(0))
	}
	first := gpusim.Must(t.CtxPopCurrent())
	gpusim.Must(t.CtxPopCurrent())
	gpusim.Must(0, t.CtxPushCurrent(first))
	return float64(len(t.Stack()))
}

// attachLate returns how many of its calls succeed.
func attachLate(t *driver.Thread) float64 {
	c, created := t.CtxCreate(0)
	attach := func() error { _, err := t.CtxAttach(0); return err }
	detach := func() error { return t.CtxDetach(c) }
	succeeded := 0
	for _, err := range []error{created, attach(), attach(), detach(), detach(), detach(), attach(), detach()} {
		if err == nil {
			succeeded++
		}
	}
	return float64(succeeded)
}

// leftOver returns the MB in use at the end. The device gives memory in blocks of 2 MB, which each size fills.
func leftOver(t *driver.Thread) float64 {
	const mb = 1 << 20
	gpusim.Must(t.CtxCreate(0))
	before, _, err := t.MemGetInfo()
	gpusim.Must(t.MemAlloc(10 * mb))
	c2 := gpusim.Must(t.CtxCreate(0))
	gpusim.Must(t.MemAlloc(20 * mb))
	gpusim.Must(t.CtxPopCurrent())
	gpusim.Must(t.MemAlloc(6 * mb))
	gpusim.Must(0, t.CtxDestroy(c2))
	after, _, err2 := t.MemGetInfo()
	gpusim.Must(0, err)
	gpusim.Must(0, err2)
	return float64(before-after) / mb
}

// usableAfterFault returns in how many contexts of two processes memory can be allocated,
// after a kernel of the first has had a fault.
func usableAfterFault() float64 {
	one := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)}
	usable := 0
	for process, contexts := range []int{3, 2} {
		t := gpusim.Must(driver.NewHost("H200")).Thread("main")
		var made []*driver.Context
		for range contexts {
			made = append(made, gpusim.Must(t.CtxCreate(0)))
		}
		if process == 0 {
			if _, err := t.LaunchKernel(behind, one, gpusim.Must(t.MemAlloc(64))); err == nil {
				panic("BUG: the kernel has no fault")
			}
		}
		for _, c := range made {
			gpusim.Must(0, t.CtxSetCurrent(c))
			if _, err := t.MemAlloc(64); err == nil {
				usable++
			}
		}
	}
	return float64(usable)
}

// behind stores behind its array.
func behind(x []float32) { x[len(x)] = 1 }

// distinctAddresses returns how many addresses contexts get that allocate 64 bytes each.
func distinctAddresses(device string, contexts int) int {
	t := gpusim.Must(driver.NewHost(device)).Thread("main")
	seen := map[driver.DevicePtr]bool{}
	for range contexts {
		gpusim.Must(t.CtxCreate(0))
		seen[gpusim.Must(t.MemAlloc(64))] = true
	}
	return len(seen)
}
