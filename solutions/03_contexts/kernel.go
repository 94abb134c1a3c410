// Package contexts solves exercise 03: a context floats from one thread to the
// other, every user counts, and memory is used in its own context.
package contexts

import "gpucourse/gpusim/plan"

// The host threads.
const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

// HandOver lets the context float between its two threads.
var HandOver = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.MemsetD8("x", 7, 64),
	main.CtxPopCurrent(),
	worker.CtxPushCurrent("c1"),
	worker.MemsetD8("x", 9, 64),
	worker.CtxDestroy("c1"),
}

// Count has as many detaches as users: the creator and two libraries.
var Count = []plan.Call{
	main.CtxCreate("c1", 0),
	main.CtxAttach(),
	main.MemAlloc("x", 256),
	main.CtxAttach(),
	main.MemsetD8("x", 1, 256),
	main.CtxDetach("c1"),
	main.CtxDetach("c1"),
	main.MemsetD8("x", 2, 256),
	main.CtxDetach("c1"),
}

// Spaces sets each memory while its own context is current.
var Spaces = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.MemsetD8("x", 1, 64),
	main.CtxCreate("c2", 0),
	main.MemAlloc("y", 64),
	main.MemsetD8("y", 2, 64),
}

// Visit has worker take c1 first. The context that worker makes afterwards lies on top of it.
var Visit = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.CtxPopCurrent(),
	worker.CtxPushCurrent("c1"),
	worker.MemsetD8("x", 5, 64),
	worker.CtxCreate("c2", 0),
	worker.MemAlloc("y", 64),
	worker.MemsetD8("y", 6, 64),
}
