package main

import "gpucourse/gpusim/gpu"

// SumLong adds up runs of 1024 elements, each with a block of 128 threads.
func SumLong(sums, in []float32) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	sum := float32(0)
	for first := 0; first < 1024; first += 128 {
		s[t] = in[gpu.BlockIdx.X*1024+first+t]
		gpu.SyncThreads()
		for k := 64; k > 0; k /= 2 {
			if t < k {
				s[t] += s[t+k]
			}
			gpu.SyncThreads()
		}
		if t == 0 {
			sum += s[0]
		}
	}
	if t == 0 {
		sums[gpu.BlockIdx.X] = sum
	}
}
