package main

import "gpucourse/gpusim/gpu"

// Recode sets out[i] = table[codes[i]&1023] for all i below n: the last ten bits of a code are an index. Few blocks of
// 256 threads do all, so each thread does several elements, a whole grid of threads apart.
func Recode(out, table []float32, codes []int32, n int) {
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		out[i] = table[codes[i]&1023]
	}
}
