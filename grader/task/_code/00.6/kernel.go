package main

import "gpucourse/gpusim/gpu"

// Square sets out[i] = in[i]·in[i] for every i < n, one element per thread.
func Square(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = in[i] * in[i]
	}
}
