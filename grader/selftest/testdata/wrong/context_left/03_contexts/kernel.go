// The last user pops the context and leaves it.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

// HandOver
var HandOver = []plan.Call{ // want `goal missed: 1 context left, limit 0`
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.MemsetD8("x", 7, 64),
	main.CtxPopCurrent(),
	worker.CtxPushCurrent("c1"),
	worker.MemsetD8("x", 9, 64),
	worker.CtxPopCurrent(),
}
