// Memory is set to 0 first, names are others, and what is 0 already is not copied.
package variables

import (
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/plan"
)

// Coef are the coefficients of Filter.
var Coef gpu.Constant[[3]float32]

// Filter sets out[i] = Coef[0]·in[i] + Coef[1]·in[i+1] + Coef[2]·in[i+2].
func Filter(out, in []float32) {
	i := gpu.ThreadIdx.X
	out[i] = Coef.V[0]*in[i] + Coef.V[1]*in[i+1] + Coef.V[2]*in[i+2]
}

// Total is a sum that grows from launch to launch.
var Total gpu.Global[float32]

// Add adds the elements of in to Total. It is launched with one thread.
func Add(in []float32) {
	for _, v := range in {
		Total.V += v
	}
}

// Data points to four numbers.
var Data gpu.Global[*[4]float32]

// Double doubles what Data points to.
func Double() { Data.V[gpu.ThreadIdx.X] *= 2 }

const host = plan.Thread("host")

var Filtered = []plan.Call{
	host.CtxCreate("c1", 0),
	host.MemAlloc("out", 2*4),
	host.MemAlloc("values", 4*4),
	host.MemsetD8("values", 0, 4*4),
	host.MemsetD8("out", 255, 2*4),
	host.ModuleLoad("filters"),
	host.ModuleGetGlobal("weights", "filters", "Coef"),
	host.MemcpyHtoD("values", 0, 8, 8, 0, 4),
	host.MemcpyHtoD("weights", 0, 0.25, 0.5, 0.25),
	host.LaunchKernel("filters", "Filter", 1, 2, "out", "values"),
	host.CtxSynchronize(),
}

var Summed = []plan.Call{
	host.CtxCreate("c1", 0),
	host.ModuleLoad("sums"),
	host.ModuleGetGlobal("total", "sums", "Total"),
	host.MemcpyHtoD("total", 0, 0),
	host.MemAlloc("first", 2*4), host.MemAlloc("second", 2*4),
	host.MemcpyHtoD("second", 0, 3, 4),
	host.LaunchKernel("sums", "Add", 1, 1, "second"),
	host.MemcpyHtoD("first", 0, 1), host.MemcpyHtoD("first", 4, 2),
	host.LaunchKernel("sums", "Add", 1, 1, "first"),
}

var Pointed = []plan.Call{
	host.CtxCreate("c1", 0),
	host.MemAlloc("x", 4*4),
	host.ModuleLoad("doubles"),
	host.ModuleGetGlobal("to", "doubles", "Data"),
	host.MemcpyPointer("to", "x"),
	host.MemcpyHtoD("x", 8, 3, 4), host.MemcpyHtoD("x", 0, 1, 2),
	host.LaunchKernel("doubles", "Double", 1, 4),
	host.CtxSynchronize(),
	host.LaunchKernel("doubles", "Double", 1, 4),
}
