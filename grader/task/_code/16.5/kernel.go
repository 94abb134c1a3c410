package main

import "gpucourse/gpusim/gpu"

// AddUp adds all elements of in to total[0].
func AddUp(total, in []float32, n int) {
	s := gpu.DynamicShared[float32]()
	t := gpu.ThreadIdx.X
	v := float32(0)
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + t; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		v += in[i]
	}
	s[t] = v
	gpu.SyncThreads()
	for k := gpu.BlockDim.X / 2; k > 0; k /= 2 {
		if t < k {
			s[t] += s[t+k]
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		gpu.AtomicAdd(&total[0], s[0])
	}
}
