// Package constant moves the coefficients out of constant memory, so that its requests vanish.
package constant

import "gpucourse/gpusim/gpu"

// Taps is the number of coefficients of Convolve.
const Taps = 9

// Coef are the coefficients of Convolve.
var Coef gpu.Global[[Taps]float32]

// Convolve copies them into shared memory.
func Convolve(out, in []float32, n int) { // want anywhere `no constant requests per load` `0 constant requests, but 0 constant requests, at least`
	own := gpu.Shared[[Taps]float32]()
	if gpu.ThreadIdx.X < Taps {
		own[gpu.ThreadIdx.X] = Coef.V[gpu.ThreadIdx.X]
	}
	gpu.SyncThreads()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for j := range Taps {
		k := (gpu.ThreadIdx.X + j) % Taps
		sum += own[k] * in[i+k]
	}
	out[i] = sum
}
