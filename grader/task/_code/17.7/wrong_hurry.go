package main

import "gpucourse/gpusim/gpu"

// Join makes an array of n points of three arrays of coordinates.
func Join(points, x, y, z []float32, n int) {
	t, first := gpu.ThreadIdx.X, gpu.BlockIdx.X*128
	words := gpu.Shared[[3 * 128]float32]()
	if i := first + t; i < n {
		words[3*t], words[3*t+1], words[3*t+2] = x[i], y[i], z[i]
	}
	for k := t; k < 3*128; k += 128 {
		if 3*first+k < 3*n {
			points[3*first+k] = words[k]
		}
	}
}
