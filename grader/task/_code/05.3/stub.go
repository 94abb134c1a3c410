package main

import "gpucourse/gpusim/gpu"

// First is the first element of in.
var First gpu.Global[float32]

// Ratios divides each element by the first one: out[i] = in[i] / in[0], for all i below n. It has a bug.
func Ratios(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i == 0 {
		First.V = in[0]
	}
	if i < n {
		out[i] = in[i] / First.V
	}
}
