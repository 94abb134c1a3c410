package main

import "gpucourse/gpusim/gpu"

// SortFour has no bound.
func SortFour(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	var v [4]float32
	for k := range 4 {
		v[k] = in[k*n+i]
	}
	for a := range 3 {
		for b := range 3 - a {
			if v[b] > v[b+1] {
				v[b], v[b+1] = v[b+1], v[b]
			}
		}
	}
	for k := range 4 {
		out[k*n+i] = v[k]
	}
}
