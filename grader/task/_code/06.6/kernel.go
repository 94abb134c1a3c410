package main

import "gpucourse/gpusim/gpu"

// Calibrate multiplies each element by an element of a table. Each thread first loads its factor
// from the table, and then does elements a whole grid of threads apart.
func Calibrate(out, in, table []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	factor := table[i%32]
	for ; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		out[i] = factor * in[i]
	}
}
