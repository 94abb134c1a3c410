package main

import "gpucourse/gpusim/gpu"

// CountPositive counts the elements of in that are above 0, and adds the number to count[0].
func CountPositive(count, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n && in[i] > 0 {
		gpu.AtomicAdd(&count[0], 1)
	}
}
