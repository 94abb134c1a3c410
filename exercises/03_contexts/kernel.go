// Package contexts is exercise 03. Its three plans are lists of calls that host
// threads make one after the other; none of them does its task; see README.md.
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
// Task: the call of worker fails, since worker has no context. Hand c1 over, so
// that at no time two threads have it.
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
// Task: somebody forgets to detach, and the context outlives them all. It must
// end with its last user, whoever that is.
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
// Task: every call succeeds, and yet x never gets its values. Which address do x
// and y have, and whose memory does the first MemsetD8 change? Six calls are
// enough.
var Spaces = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.CtxCreate("c2", 0),
	main.MemAlloc("y", 64),
	main.MemsetD8("x", 1, 64),
	main.MemsetD8("y", 2, 64),
}
