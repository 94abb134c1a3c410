// The first thread does the work of the second.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

// HandOver
var HandOver = []plan.Call{ // want `the plan lacks worker.MemsetD8`
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.MemsetD8("x", 7, 64),
	main.MemsetD8("x", 9, 64),
	main.CtxDestroy("c1"),
}
