package main

import "gpucourse/gpusim/gpu"

// AddEach sets out[i] = a[i] + b[i] for every i < n.
func AddEach(out, a, b []float32, n int) {
	i := gpu.ThreadIdx.X*gpu.GridDim.X + gpu.BlockIdx.X
	if i < n {
		out[i] = a[i] + b[i]
	}
}
