package main

import "gpucourse/gpusim/gpu"

// BlockSum gives every thread of a block the sum of the block's 128 elements. Each warp
// loads all of them.
func BlockSum(out, in []float32) {
	parts := gpu.Shared[[4][128]float32]()
	t := gpu.ThreadIdx.X
	first := gpu.BlockIdx.X * 128
	for k := t % 32; k < 128; k += 32 {
		parts[t/32][k] = in[first+k]
	}
	gpu.SyncThreads()
	sum := float32(0)
	for k := range 128 {
		sum += parts[t/32][k]
	}
	out[first+t] = sum
}
