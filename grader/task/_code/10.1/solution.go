package main

import "gpucourse/gpusim/gpu"

// Width sets out[i] to the largest minus the smallest of the 40 values in[k*n+i], k < 40.
func Width(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	low, high := in[i], in[i]
	for k := range 40 {
		v := in[k*n+i]
		low, high = min(low, v), max(high, v)
	}
	out[i] = high - low
}
