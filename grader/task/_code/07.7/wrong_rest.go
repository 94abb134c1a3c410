package main

import "gpucourse/gpusim/gpu"

// Planes takes the wrong component: j/n instead of j%3.
func Planes(x, y, z, xyz []float32, n int) {
	j := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if j < n {
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
