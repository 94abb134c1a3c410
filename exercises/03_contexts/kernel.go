// Package contexts is exercise 03. Its plans are lists of calls that host threads
// make one after the other. Three do not do their task, and the fourth is yours to
// write; see README.md.
package contexts

import "gpucourse/gpusim/plan"

// The host threads.
const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

// HandOver is played on an H200. Thread main makes a context with some memory,
// sets the memory to 7 and is done. Thread worker sets it to 9, in the same
// context, and ends the context.
//
// Task: make every call succeed, so that at no time two threads have c1.
var HandOver = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.MemsetD8("x", 7, 64),
	worker.MemsetD8("x", 9, 64),
	worker.CtxDestroy("c1"),
}

// Count is played on an H200. Thread main makes a context and calls two
// libraries, which attach to it and detach when they are done; main itself is
// done before the first library is.
//
// Task: no context is left at the end, and CtxDestroy is not called. c1 must live until the last of its users is done.
var Count = []plan.Call{
	main.CtxCreate("c1", 0),
	main.CtxAttach(), // the first library begins
	main.MemAlloc("x", 256),
	main.CtxAttach(),           // the second library begins
	main.MemsetD8("x", 1, 256), // the second library works
	main.CtxDetach("c1"),       // the second library is done
	main.CtxDetach("c1"),       // main is done
	main.MemsetD8("x", 2, 256), // the first library works, and is done
}

// Spaces is played on a GeForce GTX 280, where each context has addresses of its
// own. It makes two contexts with memory x and y, and sets x to 1 and y to 2.
//
// Task: x and y hold their values at the end, with no more than six calls. Every call succeeds already.
var Spaces = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.CtxCreate("c2", 0),
	main.MemAlloc("y", 64),
	main.MemsetD8("x", 1, 64),
	main.MemsetD8("y", 2, 64),
}

// Visit is played on a GeForce GTX 280, where each context has addresses of its own. Thread main makes context c1 and allocates x
// of 64 bytes in it. Thread worker makes context c2 and allocates y of 64 bytes in it. It is worker who sets all bytes of x to 5
// and all bytes of y to 6. At no time do both threads have c1 on their stacks, and both contexts are left at the end.
var Visit = []plan.Call{}
