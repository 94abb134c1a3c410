// The number of the block does not matter, so blocks repeat each other.
package coalescing

import "gpucourse/gpusim/gpu"

func Saxpy(y, x []float32, a float32, n int) {
	for i := gpu.ThreadIdx.X; i < n; i += gpu.BlockDim.X {
		y[i] = a*x[i] + y[i] // want `y\[\d+\] is written by thread`
	}
}
