// Package variables is exercise 05. Its kernels are right. Three plans, lists of calls
// that set their variables and launch them, are not, and the fourth is yours; see
// README.md.
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

// Filtered sets Coef to 0.25, 0.5 and 0.25, copies 8 8 0 4 to in, and filters.
//
// Task: out[0] and out[1] must be 6 and 3, with two copies to the device.
var Filtered = []plan.Call{
	main.CtxCreate("c1", 0),
	main.ModuleLoad("m"),
	main.ModuleGetGlobal("coef", "m", "Coef"),
	main.MemcpyHtoD("coef", 0, 0.25),
	main.MemcpyHtoD("coef", 1, 0.5),
	main.MemcpyHtoD("coef", 2, 0.25),
	main.MemAlloc("in", 4*4),
	main.MemcpyHtoD("in", 0, 8, 8, 0, 4),
	main.MemAlloc("out", 2*4),
	main.LaunchKernel("m", "Filter", 1, 2, "out", "in"),
}

// Summed adds 1 2 and 3 4 to Total, in two launches.
//
// Task: at the end "total" must name a Total that is 10, with one load of a module.
var Summed = []plan.Call{
	main.CtxCreate("c1", 0),
	main.MemAlloc("in", 2*4),
	main.MemcpyHtoD("in", 0, 1, 2),
	main.ModuleLoad("m"),
	main.LaunchKernel("m", "Add", 1, 1, "in"),
	main.MemcpyHtoD("in", 0, 3, 4),
	main.ModuleLoad("m"),
	main.LaunchKernel("m", "Add", 1, 1, "in"),
	main.ModuleGetGlobal("total", "m", "Total"),
}

// Pointed lets Data point to x and doubles it, twice.
//
// Task: x must hold 4 8 12 16 at the end, and only one block of memory may be
// allocated.
var Pointed = []plan.Call{
	main.CtxCreate("c1", 0),
	main.ModuleLoad("m"),
	main.ModuleGetGlobal("data", "m", "Data"),
	main.MemcpyPointer("data", "x"),
	main.MemAlloc("x", 4*4),
	main.MemcpyHtoD("x", 0, 1, 2, 3, 4),
	main.LaunchKernel("m", "Double", 1, 4),
	main.MemFree("x"),
	main.LaunchKernel("m", "Double", 1, 4),
}

// From and To point to four numbers each.
var From, To gpu.Global[*[4]float32]

// Mix adds to each number of From the next one, and the first to the last. The results come to To.
func Mix() {
	i := gpu.ThreadIdx.X
	To.V[i] = From.V[i] + From.V[(i+1)%4]
}

// Mixed is played on an H200. It mixes 8 0 4 4 twice: the first launch of Mix makes 8 4 8 12 of them, the second one
// 12 12 20 20. At the end x must hold these numbers, and context c1 must be left. From and To must not point to the same
// numbers in a launch. Two blocks of memory and one copy of numbers to the device are enough.
var Mixed = []plan.Call{}
