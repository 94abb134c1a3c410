// Package variables solves exercise 05: offsets are bytes, a module is loaded
// once, a pointer is stored when there is memory and used while there is.
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

// main is the only thread.
const main = plan.Thread("main")

// Filtered copies all coefficients at once.
var Filtered = []plan.Call{
	main.CtxCreate("c1", 0),
	main.ModuleLoad("m"),
	main.ModuleGetGlobal("coef", "m", "Coef"),
	main.MemcpyHtoD("coef", 0, 0.25, 0.5, 0.25),
	main.MemAlloc("in", 4*4),
	main.MemcpyHtoD("in", 0, 8, 8, 0, 4),
	main.MemAlloc("out", 2*4),
	main.LaunchKernel("m", "Filter", 1, 2, "out", "in"),
}

// Summed loads the module once.
var Summed = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("in", 2*4),
	main.ModuleLoad("m"),
	main.MemcpyHtoD("in", 0, 1, 2),
	main.LaunchKernel("m", "Add", 1, 1, "in"),
	main.MemcpyHtoD("in", 0, 3, 4),
	main.LaunchKernel("m", "Add", 1, 1, "in"),
	main.ModuleGetGlobal("total", "m", "Total"),
}

// Pointed allocates before it stores the pointer, and frees nothing that is used.
var Pointed = []plan.Call{
	main.CtxCreate("c1", 0),
	main.ModuleLoad("m"),
	main.MemAlloc("x", 4*4),
	main.MemcpyHtoD("x", 0, 1, 2, 3, 4),
	main.ModuleGetGlobal("data", "m", "Data"),
	main.MemcpyPointer("data", "x"),
	main.LaunchKernel("m", "Double", 1, 4),
	main.LaunchKernel("m", "Double", 1, 4),
}

// From and To point to four numbers each.
var From, To gpu.Global[*[4]float32]

// Mix adds to each number of From the next one, and the first to the last. The results come to To.
func Mix() {
	i := gpu.ThreadIdx.X
	To.V[i] = From.V[i] + From.V[(i+1)%4]
}

// Mixed lets the two pointers change places between the launches.
var Mixed = []plan.Call{
	main.CtxCreate("c1", 0),
	main.ModuleLoad("m"),
	main.ModuleGetGlobal("from", "m", "From"),
	main.ModuleGetGlobal("to", "m", "To"),
	main.MemAlloc("x", 4*4),
	main.MemAlloc("y", 4*4),
	main.MemcpyHtoD("x", 0, 8, 0, 4, 4),
	main.MemcpyPointer("from", "x"),
	main.MemcpyPointer("to", "y"),
	main.LaunchKernel("m", "Mix", 1, 4),
	main.MemcpyPointer("from", "y"),
	main.MemcpyPointer("to", "x"),
	main.LaunchKernel("m", "Mix", 1, 4),
}
