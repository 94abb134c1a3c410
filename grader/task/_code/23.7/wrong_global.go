package main

import "gpucourse/gpusim/gpu"

// Threes adds up each number and its two neighbours, in rings of 256 numbers. A block has 64 threads and 64 results.
//
//gpu:cluster 4
func Threes(out, in []float32) {
	i := 64*gpu.BlockIdx.X + gpu.ThreadIdx.X
	ring := i / 256 * 256
	out[i] = in[ring+(i+255)%256] + in[i] + in[ring+(i+1)%256]
}
