// main keeps c1.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

var Visit = []plan.Call{ // want anywhere `2 threads with c1 at a time, limit 1`
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	worker.CtxPushCurrent("c1"),
	worker.MemsetD8("x", 5, 64),
	worker.CtxCreate("c2", 0),
	worker.MemAlloc("y", 64),
	worker.MemsetD8("y", 6, 64),
}
