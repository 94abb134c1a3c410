package main

import "gpucourse/gpusim/gpu"

// Crowd stores 48 products of values with their sum. It is right, and too few of its warps fit on an SM.
func Crowd(out, in []float32, n int) {
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
