// The context is pushed on a second stack and stays on the first.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

// HandOver
var HandOver = []plan.Call{ // want `2 threads with c1 at a time, limit 1`
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.MemsetD8("x", 7, 64),
	worker.CtxPushCurrent("c1"),
	worker.MemsetD8("x", 9, 64),
	worker.CtxDestroy("c1"),
}
