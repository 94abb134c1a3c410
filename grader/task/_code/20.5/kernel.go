package main

import "gpucourse/gpusim/gpu"

// Squares adds the squares of n numbers to energy[0]: in a register, by shuffles, and once per warp.
func Squares(energy, in []float32, n int) {
	sum := float32(0)
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		sum += in[i] * in[i]
	}
	for d := 16; d > 0; d /= 2 {
		sum += gpu.ShflDownSync(gpu.FullMask, sum, d)
	}
	if gpu.LaneID() == 0 {
		gpu.AtomicAdd(&energy[0], sum)
	}
}
