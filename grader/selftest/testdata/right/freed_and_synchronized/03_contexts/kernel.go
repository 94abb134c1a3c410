// Memory is freed before the context goes.
package contexts

import "gpucourse/gpusim/plan"

const main = plan.Thread("main")

var Count = []plan.Call{
	main.CtxCreate("c1", 0),
	main.CtxAttach(),
	main.MemAlloc("x", 256),
	main.CtxAttach(),
	main.MemsetD8("x", 1, 256),
	main.CtxDetach("c1"),
	main.MemsetD8("x", 2, 256),
	main.CtxSynchronize(),
	main.MemFree("x"),
	main.CtxDetach("c1"),
	main.CtxDetach("c1"),
}

const other = plan.Thread("other")

var Spaces = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.MemsetD8("x", 1, 64),
	other.CtxCreate("c2", 0),
	other.MemAlloc("y", 64),
	other.MemsetD8("y", 2, 64),
}
