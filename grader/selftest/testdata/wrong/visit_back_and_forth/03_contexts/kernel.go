// worker goes to c1 and back again.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

var Visit = []plan.Call{ // want anywhere `goal missed: 9 calls, limit 8`
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.CtxPopCurrent(),
	worker.CtxCreate("c2", 0),
	worker.MemAlloc("y", 64),
	worker.CtxPushCurrent("c1"),
	worker.MemsetD8("x", 5, 64),
	worker.CtxPopCurrent(),
	worker.MemsetD8("y", 6, 64),
}
