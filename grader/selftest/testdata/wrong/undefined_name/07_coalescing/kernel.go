// It does not compile.
package coalescing

import "gpucourse/gpusim/gpu"

func Saxpy(y, x []float32, a float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < m { // want `m`
		y[i] = a*x[i] + y[i]
	}
}
