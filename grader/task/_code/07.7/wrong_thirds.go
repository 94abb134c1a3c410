package main

import "gpucourse/gpusim/gpu"

// Planes gives each third of the threads one of the planes.
func Planes(x, y, z, xyz []float32, n int) {
	j := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	i := j % n
	switch j / n {
	case 0:
		x[i] = xyz[3*i]
	case 1:
		y[i] = xyz[3*i+1]
	case 2:
		z[i] = xyz[3*i+2]
	}
}
