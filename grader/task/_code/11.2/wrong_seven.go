package main

import "gpucourse/gpusim/gpu"

// Backwards stores eight values per thread in reverse: out[k*n+i] = in[(7-k)*n+i].
func Backwards(out, in []float32, n, count int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var v [8]float32
	for k := range 7 {
		v[k] = in[k*n+i]
	}
	for k := range 8 {
		out[k*n+i] = v[7-k]
	}
}
