// Everybody detaches before the first library has done its work.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

// Count
var Count = []plan.Call{
	main.CtxCreate("c1", 0),
	main.CtxAttach(),
	main.MemAlloc("x", 256),
	main.CtxAttach(),
	main.MemsetD8("x", 1, 256),
	main.CtxDetach("c1"),
	main.CtxDetach("c1"),
	main.CtxDetach("c1"),
	main.MemsetD8("x", 2, 256), // want `no context is current to thread main: CUDA_ERROR_INVALID_CONTEXT` `stack   main: empty`
}
