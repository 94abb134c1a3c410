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
	var sorted [4]float32
	for k := range 4 {
		rank := 0
		for j := range 4 {
			if v[j] < v[k] {
				rank++
			}
		}
		sorted[rank] = v[k]
	}
	for k := range 4 {
		out[k*n+i] = sorted[k]
	}
}
