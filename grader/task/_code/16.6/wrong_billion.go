package main

import "gpucourse/gpusim/gpu"

// Warmest finds the largest of n temperatures with one block of 128 threads.
func Warmest(best, in []float32, n int) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	v := float32(-1e9)
	for i := t; i < n; i += 128 {
		v = max(v, in[i])
	}
	s[t] = v
	gpu.SyncThreads()
	for k := 64; k > 0; k /= 2 {
		if t < k {
			s[t] = max(s[t], s[t+k])
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		best[0] = s[0]
	}
}
