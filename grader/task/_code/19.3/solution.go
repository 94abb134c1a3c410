package main

import "gpucourse/gpusim/gpu"

// Pairs adds to each of n elements the element of its partner: lanes 0 and 1, 2 and 3, and
// so on. An element whose partner is not below n stays as it is.
func Pairs(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < n {
		v = in[i]
	}
	v += gpu.ShflXorSync(gpu.FullMask, v, 1)
	if i < n {
		out[i] = v
	}
}
