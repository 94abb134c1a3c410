package main

import "gpucourse/gpusim/gpu"

// Planes takes the points of a block through shared memory: loads and stores are whole
// sectors. The block has 128 threads and does 128 points.
func Planes(x, y, z, xyz []float32, n int) {
	points := gpu.Shared[[384]float32]()
	t, first := gpu.ThreadIdx.X, gpu.BlockIdx.X*gpu.BlockDim.X
	for k := t; k < 384; k += 128 {
		if j := 3*first + k; j < 3*n {
			points[k] = xyz[j]
		}
	}
	gpu.SyncThreads()
	if i := first + t; i < n {
		x[i] = points[3*t]
		y[i] = points[3*t+1]
		z[i] = points[3*t+2]
	}
}
