package main

import "gpucourse/gpusim/gpu"

// Flip stores down the columns.
func Flip(out, in []float32) {
	tx, ty, first := gpu.ThreadIdx.X, gpu.ThreadIdx.Y, gpu.BlockIdx.X*1024
	out[first+tx*32+ty] = in[first+ty*32+tx]
}
