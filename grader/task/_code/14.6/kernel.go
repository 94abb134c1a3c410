package main

import "gpucourse/gpusim/gpu"

// FlipAny turns matrices of 32×32 numbers over their diagonal, one per block. The tile has
// 32 rows, as long as shared memory allows.
func FlipAny(out, in []float32) {
	tile := gpu.DynamicShared[float32]()
	pitch := len(tile) / 32
	tx, ty, first := gpu.ThreadIdx.X, gpu.ThreadIdx.Y, gpu.BlockIdx.X*1024
	tile[ty*pitch+tx] = in[first+ty*32+tx]
	gpu.SyncThreads()
	out[first+ty*32+tx] = tile[tx*pitch+ty]
}
