// The math package has no float32.
package divergence

import "gpucourse/gpusim/gpu"

func SignedRoot(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x := in[i]
	out[i] = gpu.Copysign(root(gpu.Abs(x)), x) // want `Copysign`
}

func root(x float32) float32 {
	r := x
	for range 20 {
		r = 0.5 * (r + x/r)
	}
	return r
}
