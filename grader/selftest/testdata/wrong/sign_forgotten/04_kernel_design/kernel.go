// The root of |x| without the sign.
package divergence

import "gpucourse/gpusim/gpu"

func SignedRoot(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	out[i] = root(gpu.Abs(in[i])) // want `out\[\d+\] has a wrong value` `with its sign`
}

func root(x float32) float32 {
	r := x
	for range 20 {
		r = 0.5 * (r + x/r)
	}
	return r
}
