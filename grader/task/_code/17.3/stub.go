package main

import "gpucourse/gpusim/gpu"

// Queue transposes one square of 32×32 elements with as many threads.
func Queue(out, in []float32) {
	tile := gpu.Shared[[32][32]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	tile[ty][tx] = in[ty*32+tx]
	gpu.SyncThreads()
	out[ty*32+tx] = tile[tx][ty]
}
