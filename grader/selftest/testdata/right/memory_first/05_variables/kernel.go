// All memory first, then the module, then the copies.
package variables

import (
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/plan"
)

var Coef gpu.Constant[[3]float32]

func Filter(out, in []float32) {
	i := gpu.ThreadIdx.X
	out[i] = Coef.V[0]*in[i] + Coef.V[1]*in[i+1] + Coef.V[2]*in[i+2]
}

var Total gpu.Global[float32]

func Add(in []float32) {
	for _, v := range in {
		Total.V += v
	}
}

var Data gpu.Global[*[4]float32]

func Double() { Data.V[gpu.ThreadIdx.X] *= 2 }

const main = plan.Thread("main")

var Filtered = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("out", 8),
	main.MemAlloc("in", 16),
	main.MemcpyHtoD("in", 0, 8, 8, 0, 4),
	main.ModuleLoad("module"),
	main.ModuleGetGlobal("c", "module", "Coef"),
	main.MemcpyHtoD("c", 0, 0.25, 0.5, 0.25),
	main.LaunchKernel("module", "Filter", 1, 2, "out", "in"),
}

var Summed = []plan.Call{
	main.CtxCreate("c1", 0),
	main.ModuleLoad("m"),
	main.MemAlloc("in", 16),
	main.MemcpyHtoD("in", 0, 4, 3, 2, 1),
	main.LaunchKernel("m", "Add", 1, 1, "in"),
	main.ModuleGetGlobal("total", "m", "Total"),
}

var Pointed = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("x", 16),
	main.ModuleLoad("m"),
	main.ModuleGetGlobal("data", "m", "Data"),
	main.MemcpyPointer("data", "x"),
	main.MemcpyHtoD("x", 0, 1, 2, 3, 4),
	main.LaunchKernel("m", "Double", 1, 4),
	main.LaunchKernel("m", "Double", 1, 4),
}
