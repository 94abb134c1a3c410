package main

import "gpucourse/gpusim/gpu"

// SumRuns adds up runs of 128 elements, halves first: sums[b] is the sum of run b.
func SumRuns(sums, in []float32) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	s[t] = in[gpu.BlockIdx.X*128+t]
	gpu.SyncThreads()
	for k := 64; k > 0; k /= 2 {
		s[t] += s[(t+k)%128]
		gpu.SyncThreads()
	}
	if t == 0 {
		sums[gpu.BlockIdx.X] = s[0]
	}
}
