// Each block takes a run of elements of its own; its threads share it out side by side.
package coalescing

import "gpucourse/gpusim/gpu"

func Saxpy(y, x []float32, a float32, n int) {
	blocks, t := gpu.GridDim.X, gpu.ThreadIdx.X
	rounds := (n + blocks*gpu.BlockDim.X - 1) / (blocks * gpu.BlockDim.X)
	first := gpu.BlockIdx.X * rounds * gpu.BlockDim.X
	for k := range rounds {
		i := first + k*gpu.BlockDim.X + t
		if i >= n {
			return
		}
		y[i] += a * x[i]
	}
}
