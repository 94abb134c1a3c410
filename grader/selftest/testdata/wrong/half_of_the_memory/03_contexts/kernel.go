// Only one half of the memory is set.
package contexts

import "gpucourse/gpusim/plan"

const (
	main   = plan.Thread("main")
	worker = plan.Thread("worker")
)

// Spaces
var Spaces = []plan.Call{ // want `byte 32 of x in context c1 is 0 at the end, want 1`
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 64),
	main.MemsetD8("x", 1, 2*16), // want anywhere `byte 32`
	main.CtxCreate("c2", 0),
	main.MemAlloc("y", 64),
	main.MemsetD8("y", 2, 64),
}
