package main

import "gpucourse/gpusim/gpu"

// SumTimesDifference sets out[i] = (a[i] + b[i]) · (a[i] - b[i]) for every i < n.
func SumTimesDifference(out, a, b []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		x, y := a[i], b[i]
		out[i] = (x + y) * (x - y)
	}
}
