// The users of a second context detach, and the first is left behind.
package contexts

import "gpucourse/gpusim/plan"

const main = plan.Thread("main")

var Count = []plan.Call{ // want `calls CtxCreate or DevicePrimaryCtxRetain 2 times, want once`
	main.CtxCreate("c1", 0),
	main.CtxAttach(),
	main.MemAlloc("x", 256),
	main.CtxAttach(),
	main.MemsetD8("x", 1, 256),
	main.MemsetD8("x", 2, 256),
	main.CtxCreate("c1", 0),
	main.CtxDetach("c1"),
}
