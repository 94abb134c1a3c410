package main

import "gpucourse/gpusim/gpu"

// Ratios divides each element by the first one: out[i] = in[i] / in[i], for all i below n.
func Ratios(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = in[i] / in[i]
	}
}
