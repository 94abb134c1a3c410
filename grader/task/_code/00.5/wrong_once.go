package main

import "gpucourse/gpusim/gpu"

// AddOne sets out[i] = in[i] + 1 for every i < n.
func AddOne(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = in[i] + 1
	}
}
