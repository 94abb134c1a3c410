package main

import "gpucourse/gpusim/gpu"

// CountPositive counts the elements of in that are above 0, and adds the number to count[0].
func CountPositive(count, in []float32, n int) {
	found := gpu.Shared[float32]()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if gpu.ThreadIdx.X == 0 {
		*found = 0
	}
	gpu.SyncThreads()
	if i < n && in[i] > 0 {
		gpu.AtomicAdd(found, 1)
	}
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 {
		gpu.AtomicAdd(&count[0], *found)
	}
}
