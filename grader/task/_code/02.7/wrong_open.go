package main

import "gpucourse/gpusim/gpu"

// RowMeans sets mean[r] to the mean of row r. The matrix a has rows × cols elements and lies
// column after column.
func RowMeans(mean, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum := float32(0)
	for c := range cols {
		sum += a[c*rows+r]
	}
	mean[r] = sum / float32(cols)
}
