package main

import "gpucourse/gpusim/gpu"

// Recode sets out[i] = table[codes[i]&1023] for all i below n: the last ten bits of a code are an index. Few blocks of
// 256 threads do all, so each thread does several elements, a whole grid of threads apart.
func Recode(out, table []float32, codes []int32, n int) {
	near := gpu.Shared[[1024]float32]()
	for k := gpu.ThreadIdx.X; k < 1024; k += 256 {
		near[k] = table[k]
	}
	gpu.SyncThreads()
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		out[i] = near[codes[i]&1023]
	}
}
