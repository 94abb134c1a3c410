// The coefficients from the last to the first.
package constant

import "gpucourse/gpusim/gpu"

const Taps = 9

var Coef gpu.Constant[[Taps]float32]

func Convolve(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for k := range Taps {
		sum += Coef.V[Taps-1-k] * in[i+k]
	}
	out[i] = sum // want `wrong result: out\[0\] has a wrong value` `got `
}
