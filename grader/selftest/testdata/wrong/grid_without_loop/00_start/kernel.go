// One element a thread: right up to 1024 elements.
package start

import "gpucourse/gpusim/gpu"

func Fahrenheit(out, in []float32, n int) { // want `out\[\d+\] was never written`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = 1.8*in[i] + 32
	}
}
