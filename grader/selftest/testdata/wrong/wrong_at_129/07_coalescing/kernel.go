// One element a thread is enough up to one block.
package coalescing

import "gpucourse/gpusim/gpu"

func Saxpy(y, x []float32, a float32, n int) { // want `y\[128\] was never written` `passed +n = 127; n = 128` `must come back for more` `writer +no thread`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		y[i] = a*x[i] + y[i]
	}
}
