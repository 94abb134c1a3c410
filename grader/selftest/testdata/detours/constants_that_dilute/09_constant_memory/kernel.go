// Package constant adds loads of one coefficient by all lanes to loads of many.
package constant

import "gpucourse/gpusim/gpu"

// Taps is the number of coefficients of Convolve.
const Taps = 9

// Coef are the coefficients of Convolve.
var Coef gpu.Constant[[Taps]float32]

// Convolve has the loads of the stub, and others.
func Convolve(out, in []float32, n int) { // want anywhere `constant requests per load` `\d+ constant requests, limit`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for j := range Taps {
		k := (gpu.ThreadIdx.X + j) % Taps
		sum += Coef.V[k] * in[i+k]
		for other := range Taps {
			if Coef.V[(j+other)%Taps] == 123456 {
				return
			}
		}
	}
	out[i] = sum
}
