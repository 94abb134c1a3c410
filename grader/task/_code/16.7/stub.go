package main

import "gpucourse/gpusim/gpu"

// Energy adds the square of each of n elements to total[0].
func Energy(total, in []float32, n int) {
	s := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	for first := gpu.BlockIdx.X * 256; first < n; first += gpu.GridDim.X * 256 {
		s[t] = 0
		if first+t < n {
			s[t] = in[first+t] * in[first+t]
		}
		gpu.SyncThreads()
		for k := 128; k > 0; k /= 2 {
			if t < k {
				s[t] += s[t+k]
			}
			gpu.SyncThreads()
		}
		if t == 0 {
			gpu.AtomicAdd(&total[0], s[0])
		}
	}
}
