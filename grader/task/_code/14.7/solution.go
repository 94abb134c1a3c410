package main

import "gpucourse/gpusim/gpu"

// RowTotals sets totals[32b+t] to the sum of row t of matrix b, for matrices of 32×32
// numbers. Block b has 32 threads.
func RowTotals(totals, in []float32) {
	rows := gpu.Shared[[32][32 + 1]float32]()
	t := gpu.ThreadIdx.X
	for r := range 32 {
		rows[r][t] = in[gpu.BlockIdx.X*1024+r*32+t]
	}
	gpu.SyncThreads()
	total := float32(0)
	for k := range 32 {
		total += rows[t][k]
	}
	totals[gpu.BlockIdx.X*32+t] = total
}
