package main

import "gpucourse/gpusim/gpu"

// Backwards stores 32 values per thread in reverse: out[k*n+i] = in[(31-k)*n+i].
func Backwards(out, in []float32, n, count int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var v [32]float32
	for k := range count {
		v[k] = in[k*n+i]
	}
	for k := range count {
		out[k*n+i] = v[31-k]
	}
}
