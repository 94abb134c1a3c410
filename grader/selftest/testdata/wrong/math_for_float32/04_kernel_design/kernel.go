// The math package works on float64.
package divergence

import (
	"math"

	"gpucourse/gpusim/gpu"
)

func SignedRoot(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x := in[i]
	out[i] = math.Copysign(root(gpu.Abs(x)), x) // want `Copysign`
}

func root(x float32) float32 {
	r := x
	for range 20 {
		r = 0.5 * (r + x/r)
	}
	return r
}
