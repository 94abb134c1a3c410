package main

import "gpucourse/gpusim/gpu"

// ScalePart multiplies the elements from first to end - 1 by a. Few threads do the chunk, so each
// does several elements, a whole grid of threads apart.
func ScalePart(x []float32, a float32, first, end int) {
	step := gpu.GridDim.X * gpu.BlockDim.X
	for i := first + gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < end+first; i += step {
		x[i] *= a
	}
}
