// Warps take the sides by turns.
package divergence

import "gpucourse/gpusim/gpu"

func Halves(x []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	k := i/64*32 + i%32
	if k >= n {
		return
	}
	if i/32%2 == 0 {
		x[k] = bounce(x[k])
	} else {
		x[n+k] = root(x[n+k])
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
