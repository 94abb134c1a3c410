package main

import "gpucourse/gpusim/gpu"

// Refused stores 48 products of values with their sum. Blocks have 256 threads. Its bounds are wrong.
//
//gpu:launchbounds 128 10
func Refused(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var v [48]float32
	sum := float32(0)
	for k := range 48 {
		v[k] = in[k*n+i]
		sum += v[k]
	}
	for k := range 48 {
		out[k*n+i] = v[k] * sum
	}
}
