package main

import "gpucourse/gpusim/gpu"

// ClassTotals adds up n numbers by class, in one block of 128 threads: totals[c] is the sum
// of all numbers v with int(8*v)%8 == c.
func ClassTotals(totals, in []float32, n int) {
	sums := gpu.Shared[[8]float32]()
	t := gpu.ThreadIdx.X
	if t < 8 {
		sums[t] = 0
	}
	gpu.SyncThreads()
	for i := t; i < n; i += 128 {
		v := in[i]
		gpu.AtomicAdd(&sums[int(8*v)%8], v)
	}
	gpu.SyncThreads()
	if t < 8 {
		totals[t] = sums[t]
	}
}
