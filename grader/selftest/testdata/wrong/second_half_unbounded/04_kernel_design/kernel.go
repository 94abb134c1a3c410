// The threads of the last block that have no element take one behind the data.
package divergence

import "gpucourse/gpusim/gpu"

func Halves(x []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		x[i] = bounce(x[i])
	} else {
		x[i] = root(x[i]) // want `x\[254\] was written, but is no part of the result`
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
