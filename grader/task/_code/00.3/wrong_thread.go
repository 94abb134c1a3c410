package main

import "gpucourse/gpusim/gpu"

// Halve sets out[i] = in[i]/2 for every i < n.
func Halve(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if gpu.ThreadIdx.X < n-1 {
		out[i] = in[i] / 2
	}
}
