package main

import "gpucourse/gpusim/gpu"

// AddOne sets out[i] = in[i] + 1 for every i < n. There may be fewer threads than elements.
func AddOne(out, in []float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		out[i] = in[i] + 1
	}
}
