package main

import "gpucourse/gpusim/gpu"

// ClassTotals adds up n numbers by class. Each thread has eight sums of its own, all of them
// in its bank. In the end eight threads add up 128 sums each, and each begins elsewhere.
func ClassTotals(totals, in []float32, n int) {
	own := gpu.Shared[[8][128]float32]()
	t := gpu.ThreadIdx.X
	for c := range 8 {
		own[c][t] = 0
	}
	for i := t; i < n; i += 128 {
		v := in[i]
		own[int(8*v)%8][t] += v
	}
	gpu.SyncThreads()
	if t < 8 {
		total := float32(0)
		for k := range 128 {
			total += own[t][(k+t)%128]
		}
		totals[t] = total
	}
}
