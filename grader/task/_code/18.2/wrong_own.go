package main

import "gpucourse/gpusim/gpu"

// Fours loads its own element as usual, and the others read-only.
func Fours(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum := in[i]
	for k := 1; k < 4; k++ {
		sum += gpu.Ldg(&in[i^k])
	}
	out[i] = sum
}
