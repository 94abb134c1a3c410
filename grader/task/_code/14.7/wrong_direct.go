package main

import "gpucourse/gpusim/gpu"

// RowTotals sets totals[32b+t] to the sum of row t of matrix b.
func RowTotals(totals, in []float32) {
	row := gpu.BlockIdx.X*32 + gpu.ThreadIdx.X
	total := float32(0)
	for k := range 32 {
		total += in[row*32+k]
	}
	totals[row] = total
}
