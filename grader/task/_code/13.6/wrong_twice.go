package main

import "gpucourse/gpusim/gpu"

// Rise sets out[i] = in[i] - in[i-1] for every i < n.
func Rise(out, in []float32, n int) {
	i := gpu.BlockIdx.X*128 + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	before := float32(0)
	if i > 0 {
		before = in[i-1]
	}
	out[i] = in[i] - before
}
