package main

import "gpucourse/gpusim/gpu"

// Recode copies a quarter of the table.
func Recode(out, table []float32, codes []int32, n int) {
	near := gpu.Shared[[1024]float32]()
	for k := gpu.ThreadIdx.X; k < 256; k += 256 {
		near[k] = table[k]
	}
	gpu.SyncThreads()
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		out[i] = near[codes[i]&1023]
	}
}
