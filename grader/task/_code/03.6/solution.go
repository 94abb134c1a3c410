package main

import "gpucourse/gpusim/gpu"

// Backwards reverses the first n elements of in: out[i] = in[n-1-i].
func Backwards(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = in[n-1-i]
	}
}
