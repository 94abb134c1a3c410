package main

import "gpucourse/gpusim/gpu"

// TurnRows transposes an n×n matrix in tiles of 32×32; each thread has 32/BlockDim.Y elements.
func TurnRows(out, in []float32, n int) {
	tile := gpu.Shared[[32][33]float32]()
	x, y := gpu.BlockIdx.X*32+gpu.ThreadIdx.X, gpu.BlockIdx.Y*32+gpu.ThreadIdx.Y
	for j := 0; j < 32; j += gpu.BlockDim.Y {
		tile[gpu.ThreadIdx.Y+j][gpu.ThreadIdx.X] = in[(y+j)*n+x]
	}
	gpu.SyncThreads()
	x, y = gpu.BlockIdx.Y*32+gpu.ThreadIdx.X, gpu.BlockIdx.X*32+gpu.ThreadIdx.Y
	for j := 0; j < 32; j += gpu.BlockDim.Y {
		out[(y+j)*n+x] = tile[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+j]
	}
}
