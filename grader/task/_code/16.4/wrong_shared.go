package main

import "gpucourse/gpusim/gpu"

// SumLong adds up runs of 1024 elements, each with a block of 128 threads.
func SumLong(sums, in []float32) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	s[t] = 0
	for i := t; i < 1024; i += 128 {
		s[t] += in[gpu.BlockIdx.X*1024+i]
	}
	gpu.SyncThreads()
	for k := 64; k > 0; k /= 2 {
		if t < k {
			s[t] += s[t+k]
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		sums[gpu.BlockIdx.X] = s[0]
	}
}
