package main

import "gpucourse/gpusim/gpu"

// Fours stores for each element the sum of the four elements of its group: elements 0 to 3,
// 4 to 7, and so on.
func Fours(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum := float32(0)
	for k := range 4 {
		sum += in[i-i%4+k]
	}
	out[i] = sum
}
