// The bound is one too low.
package start

import "gpucourse/gpusim/gpu"

func Add(out, a, b []float32, n int) { // want `out\[126\] was never written`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n-1 {
		out[i] = a[i] + b[i]
	}
}
