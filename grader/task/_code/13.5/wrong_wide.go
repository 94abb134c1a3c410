package main

import "gpucourse/gpusim/gpu"

// BlockSum gives every thread of a block the sum of the block's 128 elements.
func BlockSum(out, in []float32) {
	part := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*128 + t
	part[t] = in[i]
	gpu.SyncThreads()
	sum := float32(0)
	for k := range 128 {
		sum += part[k]
	}
	out[i] = sum
}
