// Other calls and orders that keep the rules.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

var HandOver = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.MemsetD8("x", 7, 64),
	main.CtxSynchronize(),
	main.CtxPopCurrent(),
	worker.CtxPushCurrent("c1"),
	worker.MemsetD8("x", 9, 64),
	worker.MemFree("x"),
	worker.CtxDetach("c1"),
}

var Count = []plan.Call{
	main.CtxCreate("c1", 0),
	main.CtxAttach(),
	main.MemAlloc("x", 256),
	main.CtxAttach(),
	main.CtxDetach("c1"),
	main.MemsetD8("x", 1, 256),
	main.MemsetD8("x", 2, 256),
	main.CtxDetach("c1"),
	main.CtxDetach("c1"),
}

var Spaces = []plan.Call{
	main.CtxCreate("c2", 0),
	main.MemAlloc("y", 64),
	main.MemsetD8("y", 2, 64),
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.MemsetD8("x", 1, 64),
}
