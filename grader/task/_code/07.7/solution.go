package main

import "gpucourse/gpusim/gpu"

// Planes takes n points x, y, z, x, y, z, … apart: x[i] = xyz[3i], y[i] = xyz[3i+1],
// z[i] = xyz[3i+2]. Each thread moves one element of xyz.
func Planes(x, y, z, xyz []float32, n int) {
	j := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if j < 3*n {
		v, i := xyz[j], j/3
		switch j % 3 {
		case 0:
			x[i] = v
		case 1:
			y[i] = v
		case 2:
			z[i] = v
		}
	}
}
