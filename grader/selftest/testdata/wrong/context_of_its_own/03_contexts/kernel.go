// The second thread makes a context, and frees the memory in it.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

// HandOver
var HandOver = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.MemsetD8("x", 7, 64),
	main.CtxDestroy("c1"),
	worker.CtxCreate("c2", 0),
	worker.MemsetD8("x", 9, 64), // want `there is no memory at .* of context c2: CUDA_ERROR_INVALID_VALUE` `call    6 of 7` `stack   worker: c2 \(the last`
	worker.CtxDestroy("c2"),
}
