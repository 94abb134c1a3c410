// Whole warps take one side, but their lanes use elements far apart.
package divergence

import "gpucourse/gpusim/gpu"

func Halves(x []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	warp, lane := i/32, i%32
	each := (n + 31) / 32
	k := lane*each + warp/2
	if k >= n || warp/2 >= each {
		return
	}
	if warp%2 == 0 {
		x[k] = bounce(x[k]) // want `sectors loaded and stored, limit 6481`
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
