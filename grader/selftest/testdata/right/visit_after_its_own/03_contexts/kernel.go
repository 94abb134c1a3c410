// worker sets its own memory first.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

var Visit = []plan.Call{
	worker.CtxCreate("c2", 0),
	worker.MemAlloc("y", 64),
	worker.MemsetD8("y", 6, 64),
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.CtxPopCurrent(),
	worker.CtxPushCurrent("c1"),
	worker.MemsetD8("x", 5, 64),
}
