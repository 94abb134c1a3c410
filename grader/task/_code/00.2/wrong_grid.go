package main

import "gpucourse/gpusim/gpu"

// Negate sets out[i] = -in[i] for every i < n.
func Negate(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.GridDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = -in[i]
	}
}
