package main

import "gpucourse/gpusim/gpu"

// SortFour sorts four values per thread: in[i], in[n+i], in[2n+i] and in[3n+i] go to the
// same places of out, the smallest first.
func SortFour(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var v [4]float32
	for k := range 4 {
		v[k] = in[k*n+i]
	}
	for a := range 4 {
		for b := range 3 - a {
			v[b], v[b+1] = min(v[b], v[b+1]), max(v[b], v[b+1])
		}
	}
	for k := range 4 {
		out[k*n+i] = v[k]
	}
}
