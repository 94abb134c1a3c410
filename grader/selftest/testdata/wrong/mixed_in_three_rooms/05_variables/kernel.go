// Each launch has memory of its own, and the first result is copied again.
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

var Mixed = []plan.Call{ // want anywhere `3 allocations, limit 2` `2 copies to the device, limit 1`
	main.CtxCreate("c1", 0),
	main.ModuleLoad("m"),
	main.MemAlloc("first", 16),
	main.MemAlloc("second", 16),
	main.MemAlloc("x", 16),
	main.MemcpyHtoD("first", 0, 8, 0),
	main.MemcpyHtoD("first", 8, 4, 4),
	main.ModuleGetGlobal("from", "m", "From"),
	main.ModuleGetGlobal("to", "m", "To"),
	main.MemcpyPointer("from", "first"),
	main.MemcpyPointer("to", "second"),
	main.LaunchKernel("m", "Mix", 1, 4),
	main.MemcpyPointer("from", "second"),
	main.MemcpyPointer("to", "x"),
	main.LaunchKernel("m", "Mix", 1, 4),
}
