// Whoever comes last destroys the context.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

// Count
var Count = []plan.Call{ // want `goal missed: 1 call of CtxDestroy, limit 0`
	main.CtxCreate("c1", 0),
	main.CtxAttach(),
	main.MemAlloc("x", 256),
	main.CtxAttach(),
	main.MemsetD8("x", 1, 256),
	main.CtxDetach("c1"),
	main.CtxDetach("c1"),
	main.MemsetD8("x", 2, 256),
	main.CtxDestroy("c1"),
}
