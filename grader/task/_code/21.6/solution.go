package main

import "gpucourse/gpusim/gpu"

// Fourths adds up every fourth number of rows of 32 numbers, one row per thread; a block has 64 rows. It copies
// a row in 8 pieces of 4 numbers.
func Fourths(out, in []float32) {
	tile := gpu.Shared[[64][32]float32]()
	t := gpu.ThreadIdx.X
	for i := range 8 {
		row, piece := 8*i+t/8, t%8
		gpu.CopyAsync(&tile[row][4*(piece^row%8)], &in[2048*gpu.BlockIdx.X+32*row+4*piece], 4)
	}
	gpu.CommitCopies()
	gpu.WaitCopies(0)
	gpu.SyncThreads()
	sum := float32(0)
	for piece := range 8 {
		sum += tile[t][4*(piece^t%8)]
	}
	out[64*gpu.BlockIdx.X+t] = sum
}
