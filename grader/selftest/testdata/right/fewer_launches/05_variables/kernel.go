// Copies in parts of a variable, and more blocks than one.
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
	main.ModuleLoad("m"),
	main.MemAlloc("in", 16),
	main.MemAlloc("out", 8),
	main.MemcpyHtoD("in", 0, 8, 8, 0, 4),
	main.ModuleGetGlobal("coef", "m", "Coef"),
	main.MemcpyHtoD("coef", 0, 0.25, 0.5, 0.25),
	main.LaunchKernel("m", "Filter", 1, 2, "out", "in"),
	main.CtxSynchronize(),
}

var Pointed = []plan.Call{
	main.CtxCreate("c1", 0),
	main.ModuleLoad("m"),
	main.ModuleGetGlobal("data", "m", "Data"),
	main.MemAlloc("x", 16),
	main.MemcpyPointer("data", "x"),
	main.MemcpyHtoD("x", 0, 2, 4, 6, 8),
	main.LaunchKernel("m", "Double", 1, 4),
}
