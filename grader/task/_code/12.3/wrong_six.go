package main

import "gpucourse/gpusim/gpu"

// Words is how many numbers a block declares in shared memory, 256 at least.
const Words = 2048

// Detour copies n elements through shared memory. It is launched with blocks of 256 threads.
func Detour(out, in []float32, n int) {
	room := gpu.Shared[[Words]float32]()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		room[gpu.ThreadIdx.X] = in[i]
		out[i] = room[gpu.ThreadIdx.X]
	}
}
