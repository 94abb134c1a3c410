// Threads behind the last pair add as well.
package start

import "gpucourse/gpusim/gpu"

func Add(out, a, b []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = a[i] + b[i] // want `out\[127\] was written, but is no part of the result`
}
