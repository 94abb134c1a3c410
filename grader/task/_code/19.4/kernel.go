package main

import "gpucourse/gpusim/gpu"

// RowSums adds up rows of 32 elements: out[row] is the sum of row number row. Thread i has
// element i, and the lane with the first element of a row stores the sum.
func RowSums(out, in []float32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < 32*rows {
		v := in[i]
		for d := 16; d > 0; d /= 2 {
			v += gpu.ShflDownSync(gpu.FullMask, v, d)
		}
		if i%32 == 0 {
			out[i/32] = v
		}
	}
}
