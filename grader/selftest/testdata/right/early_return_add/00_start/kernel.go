// The threads behind the last pair leave.
package start

import "gpucourse/gpusim/gpu"

func Add(out, a, b []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	out[i] = a[i] + b[i]
}
