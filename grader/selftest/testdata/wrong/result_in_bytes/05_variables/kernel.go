// The result is set byte by byte: 6 is 0x40c00000, and 3 is 0x40400000.
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

const main = plan.Thread("main")

var Filtered = []plan.Call{ // want `out has the right values, but no launch of Filter computes them`
	main.CtxCreate("c1", 0),
	main.MemAlloc("out", 2*4),
	main.MemsetD8("out", 0x40, 8), main.MemsetD8("out", 0x40, 7), main.MemsetD8("out", 0, 6),
	main.MemsetD8("out", 0x40, 4), main.MemsetD8("out", 0xc0, 3), main.MemsetD8("out", 0, 2),
}
