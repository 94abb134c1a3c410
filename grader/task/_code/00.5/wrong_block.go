package main

import "gpucourse/gpusim/gpu"

// AddOne sets out[i] = in[i] + 1 for every i < n.
func AddOne(out, in []float32, n int) {
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.BlockDim.X {
		out[i] = in[i] + 1
	}
}
