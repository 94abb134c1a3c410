// The numbers begin in y and move to x only with the last launch... of two: x is From first.
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
	main.MemAlloc("y", 16),
	main.MemAlloc("x", 16),
	main.ModuleLoad("m"),
	main.MemcpyHtoD("x", 0, 8, 0, 4, 4),
	main.ModuleGetGlobal("t", "m", "To"),
	main.MemcpyPointer("t", "y"),
	main.ModuleGetGlobal("f", "m", "From"),
	main.MemcpyPointer("f", "x"),
	main.LaunchKernel("m", "Mix", 1, 4),
	main.MemcpyPointer("t", "x"),
	main.MemcpyPointer("f", "y"),
	main.LaunchKernel("m", "Mix", 1, 4),
}
