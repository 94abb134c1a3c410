package task

// This file holds the tasks of chapter 03: calls of host threads on contexts.

import (
	"fmt"
	"math/rand/v2"
	"slices"

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
	varied(func(v [3]int) Task {
		first, second, third := v[0], v[1], v[2]
		in := named{"first": first, "second": second, "third": third, "left": first + third}.in
		return Task{
			ID: "03.2", Title: "Whose memory is left?", Form: Predict, After: "explain-resources",
			Text: in("A thread creates c1 and allocates {first} MB. It creates c2 and allocates {second} MB. It pops c2, allocates {third} MB, and destroys c2. How many MB are allocated on the device then?"),
			Ask: Number{
				Unit:    "MB",
				Answer:  onThread(func(t *driver.Thread) float64 { return leftOver(t, first, second, third) }),
				Because: in("only the {second} MB were allocated while c2 was current, and they ended with it"),
				Misread: []Misread{
					{Computed(first + second + third), "nothing was freed by a call, but a context ended"},
					{Computed(second), "these belong to c2, which was destroyed"},
					{Computed(first), "which context was current when the last part was allocated?"},
				},
				Nudge: "write beside each allocation which context was current",
			},
			Hints: Hints{
				Question: "Which context is current after the pop?",
				Look:     "The cell above prints what c2 took, and what is free after it ended.",
				Hole:     in(`left := {first} + ___`),
				Solution: in("c2 was current for the {second} MB, which ended with it. After the pop c1 was current: {first} + {third} = {left} MB are left."),
			},
		}
	}, [3]int{10, 20, 6}, [3]int{12, 30, 8}, [3]int{14, 40, 8}, [3]int{8, 24, 4}),
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
	varied(func(v spaces) Task {
		in := named{"n": spelled[v.contexts], "digits": v.contexts, "device": v.name, "cc": v.cc, "all": v.contexts + 1}.in
		return Task{
			ID: "03.5", Title: "Different addresses", Form: Predict, After: "explain-spaces",
			Text: in("{n} contexts on a {device} each allocate 64 bytes, before anything else. Then a program does the same on an H200. How many different addresses does it see on the two devices together?"),
			Ask: Number{
				Unit: "addresses",
				Answer: func() float64 {
					return float64(distinctAddresses("GeForce "+v.name, v.contexts) + distinctAddresses("H200", v.contexts))
				},
				Because: in("on the {device} all contexts begin at the same address; on the H200 each has addresses of its own"),
				Misread: []Misread{
					{Computed(2), "since cc 2.0 contexts of a process share one address space: can two memories have one address there?"},
					{Computed(2 * v.contexts), in("the {device} has cc {cc}: each context has an address space of its own")},
					{Computed(v.contexts), "count both devices"},
				},
				Nudge: "count the addresses for each device, then add",
			},
			Hints: Hints{
				Question: in("Where does a new context of a {device} begin to allocate?"),
				Look:     "The table above has both addresses for each device.",
				Hole:     in(`addresses := ___ + {digits}`),
				Solution: in("One address on the {device}, and {digits} on the H200: {all}."),
			},
		}
	}, spaces{5, "GTX 280", "1.3"}, spaces{6, "8800 GTX", "1.0"}, spaces{7, "GTX 280", "1.3"}, spaces{4, "8800 GTX", "1.0"}),
	{
		ID: "03.6", Title: "A guest in the primary context", Form: Host, After: "walls",
		Text: "A library has to clear memory of a program that uses the runtime. The thread in which it is called has no current context. Complete `Wipe`. At the end the thread's stack is as it was, the primary context has as many users as before, and its other memory is untouched. Goal: no context of its own.",
		Ask: Program{
			Program: rubric.Program{
				Name: "Wipe", Signature: "func(t *driver.Thread, p gpusim.DevicePtr, n int)",
				Begin: wiping,
				Goals: []rubric.ProgramGoal{{Name: "contexts created", Count: rubric.Made("Thread.CtxCreate"), Limit: 0, Hint: "a context of its own is made for one call: which context is there already?"}},
			},
			Wrong: []Wrong{
				{"retained", "no context is current to thread library"}, {"pushed", "whoever pushes a context pops it"}, {"kept", "count one user less when the work is done"},
				{"reset", "a reset ends the context for all its users"}, {"own", "which context is there already?"},
			},
		},
		Hints: Hints{
			Question: "What must be current to the thread before the call of `MemsetD8`? Which of your calls need a counterpart?",
			Look:     "The table of section 4 has the calls for the primary context. A retained context is not current yet: section 2 has the call that makes it current.",
			Hole: `
c := notebook.Must(t.DevicePrimaryCtxRetain(0))
notebook.OK(t.___(c))
notebook.OK(t.MemsetD8(p, 0, n))
`,
		},
	},
	{
		ID: "03.7", Title: "The same bytes three times", Form: Repair, After: "walls",
		Text: "A program on a GTX 280 has an array in each of several contexts, and a context of its own is current. `Gather` fetches the arrays. No call fails, and the bytes are wrong. Mend it. At the end the thread's stack is as it was.",
		Ask: Program{
			Program: rubric.Program{
				Name: "Gather", Signature: "func(t *driver.Thread, contexts []*driver.Context, arrays []gpusim.DevicePtr, out [][]uint8)",
				Begin: gathering,
			},
			Wrong: []Wrong{
				{"set", "which call puts a context on top of the caller's"}, {"pushed", "count the pushes and the pops"}, {"first", "memory of another context has the same address"},
			},
		},
		Hints: Hints{
			Question: "The arrays have the same address. What decides which memory a call finds there?",
			Look:     "The table of section 8 shows what one address means in two contexts of a GTX 280.",
			Hole: `
notebook.OK(t.CtxPushCurrent(___))
notebook.OK(t.MemcpyDtoH(out[i], arrays[i]))
`,
		},
	},
	{
		ID: "03.8", Title: "Half of the work on each device", Form: Host, After: "walls",
		Text: "Write `TripleBoth`. Each device gets a context, memory for half of `x`, a copy, a launch and a copy back. At the end no context is left. Goals: both devices are used, with one launch each.",
		Ask: Program{
			Program: rubric.Program{
				Name: "TripleBoth", Signature: "func(t *driver.Thread, x []float32)", Kernels: []string{"Triple"},
				Begin: tripling,
				Goals: []rubric.ProgramGoal{
					{Name: "devices with a context", Count: devicesUsed, Limit: 2, AtLeast: true, Hint: "`CtxCreate` takes the number of a device: is there a context on each of the two?"},
					{Name: "launches", Count: rubric.Made("Thread.LaunchKernel"), Limit: 2, Hint: "one launch does the whole half of a device"},
				},
			},
			Wrong: []Wrong{
				{"one", "is there a context on each of the two?"}, {"floating", "a popped context lives on"}, {"crossed", "where context c2 has no memory"}, {"unfetched", "the kernel tripled memory of the device"},
			},
		},
		Hints: Hints{
			Question: "Which calls need the context of device 1 to be current? What ends with a context?",
			Look:     "Section 3 shows a context with memory and a launch in it, and what is left when it is destroyed.",
			Hole: `
for device := range 2 {
	c := notebook.Must(t.CtxCreate(___))
	p := notebook.Must(t.MemAlloc(4 * half))
	// copy, launch, copy back
	notebook.OK(t.___(c))
}
`,
		},
	},
}

// wiping begins Wipe: the runtime has memory in the primary context, and other memory beside it.
func wiping(_ int, rng *rand.Rand) *rubric.Start {
	host := gpusim.Must(driver.NewHost("H200"))
	app, t := host.Thread("program"), host.Thread("library")
	gpusim.Must(0, app.SetDevice(0))
	n := 64 + rng.IntN(64)
	p, other := gpusim.Must(app.MemAlloc(n)), gpusim.Must(app.MemAlloc(n))
	gpusim.Must(0, app.MemsetD8(p, 7, n))
	gpusim.Must(0, app.MemsetD8(other, 9, n))
	users := app.CtxGetCurrent().Usage()
	bytes := func(at gpusim.DevicePtr) func() []uint8 {
		return func() []uint8 {
			list := make([]uint8, n)
			if app.MemcpyDtoH(list, at) != nil {
				return nil
			}
			return list
		}
	}
	return &rubric.Start{Args: []any{t, p, n}, Checks: []rubric.ProgramCheck{
		rubric.Holds("the other memory", bytes(other), slices.Repeat([]uint8{9}, n), "a reset ends the context for all its users, and their memory with it"),
		rubric.Holds("p", bytes(p), make([]uint8, n), "these bytes are to be 0"),
		stackOf(t, nil, "whoever pushes a context pops it"),
		func(*rubric.Played) *rubric.Mistake {
			if got := app.CtxGetCurrent().Usage(); got != users {
				return &rubric.Mistake{What: fmt.Sprintf("the primary context has %d users at the end, and had %d before", got, users), Hint: "count one user less when the work is done"}
			}
			return nil
		},
	}}
}

// stackOf checks that a thread has these contexts on its stack.
func stackOf(t *driver.Thread, want []*driver.Context, hint string) rubric.ProgramCheck {
	return func(*rubric.Played) *rubric.Mistake {
		if got := t.Stack(); !slices.Equal(got, want) {
			return &rubric.Mistake{What: fmt.Sprintf("the thread has %v on its stack at the end, and had %v before", got, want), Hint: hint}
		}
		return nil
	}
}

// gathering begins Gather: each context has an array with bytes of its own.
func gathering(_ int, rng *rand.Rand) *rubric.Start {
	const n = 16
	t := gpusim.Must(driver.NewHost("GeForce GTX 280")).Thread("main")
	var contexts []*driver.Context
	var arrays []gpusim.DevicePtr
	var out, want [][]uint8
	for i := range 3 {
		contexts = append(contexts, gpusim.Must(t.CtxCreate(0)))
		arrays = append(arrays, gpusim.Must(t.MemAlloc(n)))
		value := uint8(1 + 80*i + rng.IntN(80))
		gpusim.Must(0, t.MemsetD8(arrays[i], value, n))
		out, want = append(out, make([]uint8, n)), append(want, slices.Repeat([]uint8{value}, n))
		gpusim.Must(t.CtxPopCurrent())
	}
	own := gpusim.Must(t.CtxCreate(0))
	gpusim.Must(t.MemAlloc(n))
	checks := []rubric.ProgramCheck{}
	for i := range out {
		checks = append(checks, rubric.Holds(fmt.Sprintf("out[%d]", i), func() []uint8 { return out[i] }, want[i],
			"memory of another context has the same address: which context is current when these bytes are copied?"))
	}
	checks = append(checks, func(p *rubric.Played) *rubric.Mistake {
		hint := "count the pushes and the pops"
		if len(p.CallsOf("Thread.CtxSetCurrent")) > 0 {
			hint = "which call puts a context on top of the caller's, and which call replaces the caller's?"
		}
		return stackOf(t, []*driver.Context{own}, hint)(p)
	})
	return &rubric.Start{Args: []any{t, contexts, arrays, out}, Checks: checks}
}

// tripling begins TripleBoth.
func tripling(_ int, rng *rand.Rand) *rubric.Start {
	host := gpusim.Must(driver.NewHost("H200", "H200"))
	t := host.Thread("main")
	x := make([]float32, 2*(100+rng.IntN(200)))
	want := make([]float32, len(x))
	for i := range x {
		x[i] = float32(1 + rng.IntN(1000))
		want[i] = 3 * x[i]
	}
	return &rubric.Start{Args: []any{t, x}, Checks: []rubric.ProgramCheck{
		rubric.Holds("x", func() []float32 { return x }, want, "the kernel tripled memory of the device: which call brings it back to x, and to which half?"),
		func(*rubric.Played) *rubric.Mistake {
			for _, c := range host.Contexts() {
				if c.Alive() {
					return &rubric.Mistake{What: fmt.Sprintf("context %v is left at the end", c), Hint: "a popped context lives on, with its memory: destroy what you created"}
				}
			}
			return nil
		},
		stackOf(t, nil, "the stack is not empty at the end"),
	}}
}

// devicesUsed counts the devices on which contexts were created.
func devicesUsed(p *rubric.Played) float64 {
	seen := map[any]bool{}
	for _, c := range p.CallsOf("Thread.CtxCreate", "Thread.DevicePrimaryCtxRetain", "Thread.SetDevice") {
		seen[c.Args[1]] = true
	}
	return float64(len(seen))
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
func leftOver(t *driver.Thread, first, second, third int) float64 {
	const mb = 1 << 20
	gpusim.Must(t.CtxCreate(0))
	before, _, err := t.MemGetInfo()
	gpusim.Must(t.MemAlloc(first * mb))
	c2 := gpusim.Must(t.CtxCreate(0))
	gpusim.Must(t.MemAlloc(second * mb))
	gpusim.Must(t.CtxPopCurrent())
	gpusim.Must(t.MemAlloc(third * mb))
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

// spaces are contexts on a device of compute capability 1.x.
type spaces struct {
	contexts int
	name, cc string
}

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
