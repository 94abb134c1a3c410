package main

import "gpucourse/gpusim/gpu"

// CopyWords copies n elements, one per thread.
func CopyWords(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = in[i]
	}
}
