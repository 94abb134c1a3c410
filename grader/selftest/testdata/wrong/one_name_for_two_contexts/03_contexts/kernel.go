// A second context gets the name of the first, which is left behind.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

var HandOver = []plan.Call{ // want `calls CtxCreate or DevicePrimaryCtxRetain 2 times, want once`
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.MemsetD8("x", 7, 64),
	main.CtxPopCurrent(),
	worker.CtxCreate("c1", 0),
	worker.MemAlloc("x", 64),
	worker.MemsetD8("x", 9, 64),
	worker.CtxDestroy("c1"),
}
