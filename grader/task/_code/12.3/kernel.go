package main

import "gpucourse/gpusim/gpu"

// Detour copies n elements through dynamic shared memory, 4 bytes per thread.
func Detour(out, in []float32, n int) {
	room := gpu.DynamicShared[float32]()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		room[gpu.ThreadIdx.X] = in[i]
		out[i] = room[gpu.ThreadIdx.X]
	}
}
