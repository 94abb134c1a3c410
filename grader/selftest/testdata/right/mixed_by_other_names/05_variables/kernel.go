// Two names for one variable, and pointers set late.
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

var Mixed = []plan.Call{
	main.CtxCreate("c1", 0),
	main.ModuleLoad("code"),
	main.MemAlloc("x", 16),
	main.MemcpyHtoD("x", 0, 8, 0, 4, 4),
	main.MemAlloc("room", 16),
	main.ModuleGetGlobal("reads", "code", "From"),
	main.ModuleGetGlobal("writes", "code", "To"),
	main.MemcpyPointer("reads", "x"),
	main.MemcpyPointer("writes", "room"),
	main.LaunchKernel("code", "Mix", 1, 4),
	main.ModuleGetGlobal("reads", "code", "To"),
	main.ModuleGetGlobal("writes", "code", "From"),
	main.MemcpyPointer("reads", "x"),
	main.MemcpyPointer("writes", "room"),
	main.LaunchKernel("code", "Mix", 1, 4),
}
