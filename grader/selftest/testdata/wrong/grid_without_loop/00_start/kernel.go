// One element a thread: right up to 1024 elements.
package start

import "gpucourse/gpusim/gpu"

func Fahrenheit(out, in []float32, n int) { // want `out\[1024\] was never written` `n = 1025`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = 1.8*in[i] + 32
	}
}
