// Half warps instead of lanes: the branch still divides every warp.
package divergence

import "gpucourse/gpusim/gpu"

func Halves(x []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	k := i/32*16 + i%16 // want anywhere `goal missed: 97328 warp instructions, limit 64464` `let all 32 lanes of a warp take the same side`
	if k >= n {
		return
	}
	if i/16%2 == 0 { // want `goal missed: 632 divergent branches, limit 79` `equal for 32 neighbours`
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
