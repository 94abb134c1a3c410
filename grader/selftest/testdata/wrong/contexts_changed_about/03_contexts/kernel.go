// The contexts are changed about with more calls than needed.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

// Spaces
var Spaces = []plan.Call{ // want `goal missed: 10 calls, limit 6`
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.CtxCreate("c2", 0),
	main.MemAlloc("y", 64),
	main.CtxPopCurrent(),
	main.MemsetD8("x", 1, 64),
	main.CtxPushCurrent("c2"),
	main.MemsetD8("y", 2, 64),
	main.CtxPopCurrent(),
	main.CtxPopCurrent(),
}
