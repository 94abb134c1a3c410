package main

import "gpucourse/gpusim/gpu"

// Recode keeps the codes near, not the table.
func Recode(out, table []float32, codes []int32, n int) {
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		out[i] = table[gpu.Ldg(&codes[i])&1023]
	}
}
