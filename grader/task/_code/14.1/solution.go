package main

import "gpucourse/gpusim/gpu"

// Flip turns matrices of 32×32 numbers over their diagonal, one per block.
func Flip(out, in []float32) {
	tile := gpu.Shared[[32][32 + 1]float32]()
	tx, ty, first := gpu.ThreadIdx.X, gpu.ThreadIdx.Y, gpu.BlockIdx.X*1024
	tile[ty][tx] = in[first+ty*32+tx]
	gpu.SyncThreads()
	out[first+ty*32+tx] = tile[tx][ty]
}
