// worker never has c1: the address of x is that of y in c2.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

var Visit = []plan.Call{ // want anywhere `byte 0 of x in context c1 is \d+ at the end, want 5`
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	worker.CtxCreate("c2", 0),
	worker.MemAlloc("y", 64),
	worker.MemsetD8("x", 5, 64),
	worker.MemsetD8("y", 6, 64),
}
