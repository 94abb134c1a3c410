// Contexts are set instead of popped and pushed; sizes are named.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

// bytes is the size of x.
const bytes = 1 << 6

// HandOver
var HandOver = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", bytes),
	main.MemsetD8("x", 3+4, bytes),
	main.CtxSetCurrent(""),
	plan.Thread("worker").CtxSetCurrent("c1"),
	worker.MemsetD8("x", 9, (bytes)),
	worker.CtxSynchronize(),
	worker.CtxDetach("c1"),
}
