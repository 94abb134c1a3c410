package hidden

import "gpucourse/gpusim/gpu"

// Double writes twice the n elements of x to y.
func Double(y, x []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		y[i] = 2 * x[i]
	}
}
