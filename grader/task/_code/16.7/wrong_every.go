package main

import "gpucourse/gpusim/gpu"

// Energy adds the square of each of n elements to total[0].
func Energy(total, in []float32, n int) {
	s := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	v := float32(0)
	for i := gpu.BlockIdx.X*256 + t; i < n; i += gpu.GridDim.X * 256 {
		v += in[i] * in[i]
	}
	s[t] = v
	gpu.SyncThreads()
	for k := 128; k > 0; k /= 2 {
		if t < k {
			s[t] += s[t+k]
		}
		gpu.SyncThreads()
	}
	if t < 32 {
		gpu.AtomicAdd(&total[0], s[0])
	}
}
