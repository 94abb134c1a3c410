package main

import "gpucourse/gpusim/gpu"

// Crowd keeps half of the values.
func Crowd(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var v [24]float32
	sum := float32(0)
	for k := range 24 {
		v[k] = in[k*n+i]
		sum += v[k]
	}
	for k := 24; k < 48; k++ {
		sum += in[k*n+i]
	}
	for k := 24; k < 48; k++ {
		out[k*n+i] = in[k*n+i] * sum
	}
	for k := range 24 {
		out[k*n+i] = v[k] * sum
	}
}
