package main

import "gpucourse/gpusim/gpu"

// TurnWall transposes a matrix of height rows and width columns with blocks of 32×32 threads.
func TurnWall(out, in []float32, width, height int) {
	tile := gpu.Shared[[32][33]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	left, top := gpu.BlockIdx.X*32, gpu.BlockIdx.Y*32
	if left+tx < width && top+ty < height {
		tile[ty][tx] = in[(top+ty)*width+left+tx]
	}
	gpu.SyncThreads()
	out[(left+ty)*height+top+tx] = tile[tx][ty]
}
