// To follows From, but From does not follow To.
package variables

import (
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/plan"
)

const main = plan.Thread("main")

var From, To gpu.Global[*[4]float32]

func Mix() {
	i := gpu.ThreadIdx.X
	To.V[i] = From.V[i] + From.V[(i+1)%4]
}

var Mixed = []plan.Call{ // want anywhere `.`
	main.CtxCreate("c1", 0),
	main.ModuleLoad("m"),
	main.MemAlloc("x", 16),
	main.MemAlloc("y", 16),
	main.MemcpyHtoD("x", 0, 8, 0, 4, 4),
	main.ModuleGetGlobal("from", "m", "From"),
	main.ModuleGetGlobal("to", "m", "To"),
	main.MemcpyPointer("from", "x"),
	main.MemcpyPointer("to", "y"),
	main.LaunchKernel("m", "Mix", 1, 4),
	main.MemcpyPointer("to", "x"),
	main.LaunchKernel("m", "Mix", 1, 4),
}
