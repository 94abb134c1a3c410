// The step of the loop was forgotten.
package coalescing

import "gpucourse/gpusim/gpu"

func Saxpy(y, x []float32, a float32, n int) {
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; { // want anywhere `executed 3000000 warp instructions without ending` `a loop does not end`
		y[i] = a*x[i] + y[i]
	}
}
