package main

import "gpucourse/gpusim/gpu"

// Planes takes n points x, y, z, x, y, z, … apart: x[i] = xyz[3i], y[i] = xyz[3i+1],
// z[i] = xyz[3i+2]. There are at least 3n threads. This version uses n of them.
func Planes(x, y, z, xyz []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		x[i] = xyz[3*i]
		y[i] = xyz[3*i+1]
		z[i] = xyz[3*i+2]
	}
}
