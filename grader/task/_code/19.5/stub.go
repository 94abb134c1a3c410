package main

import "gpucourse/gpusim/gpu"

// Shares stores in out the sum of the block's 256 elements, for each of its threads.
func Shares(out, in []float32) {
	part := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	part[t] = in[i]
	gpu.SyncThreads()
	for k := 128; k > 0; k /= 2 {
		if t < k {
			part[t] += part[t+k]
		}
		gpu.SyncThreads()
	}
	out[i] = part[0]
}
