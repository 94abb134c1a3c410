// Thread n+k takes element k again.
package divergence

import "gpucourse/gpusim/gpu"

func Halves(x []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		x[i] = bounce(x[i]) // want `is written by .*though blocks run in any order`
	} else if i < 2*n {
		x[i-n] = root(x[i-n])
	}
}

func bounce(x float32) float32 {
	for range 30 {
		x = gpu.Abs(x - 3)
	}
	return x
}

func root(x float32) float32 {
	r := x
	for range 20 {
		r = 0.5 * (r + x/r)
	}
	return r
}
