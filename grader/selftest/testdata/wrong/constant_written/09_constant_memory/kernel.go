// The table is scaled where it lies.
package constant

import "gpucourse/gpusim/gpu"

const Taps = 9

var Coef gpu.Constant[[Taps]float32]

func Convolve(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < Taps {
		Coef.V[i] = Coef.V[i] / 2 // want `Coef is in constant memory: a kernel cannot write it` `only the host writes constant memory`
	}
	if i < n {
		out[i] = Coef.V[0] * in[i]
	}
}
