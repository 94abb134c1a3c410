// The root is taken before the sign is looked at.
package divergence

import "gpucourse/gpusim/gpu"

func SignedRoot(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x := in[i]
	r := gpu.Sqrt(x)
	if x < 0 {
		r = -gpu.Sqrt(-x)
	}
	out[i] = r * gpu.Abs(gpu.Sqrt(x)) / gpu.Sqrt(x) // want `out\[\d+\] became NaN` `is NaN: take the root of \|x\|`
}
