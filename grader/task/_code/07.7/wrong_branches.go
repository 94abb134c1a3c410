package main

import "gpucourse/gpusim/gpu"

// Planes takes n points x, y, z, x, y, z, … apart: x[i] = xyz[3i], y[i] = xyz[3i+1],
// z[i] = xyz[3i+2].
func Planes(x, y, z, xyz []float32, n int) {
	j := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if j < 3*n {
		switch i := j / 3; j % 3 {
		case 0:
			x[i] = xyz[j]
		case 1:
			y[i] = xyz[j]
		case 2:
			z[i] = xyz[j]
		}
	}
}
