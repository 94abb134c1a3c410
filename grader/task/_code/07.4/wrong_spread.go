package main

import "gpucourse/gpusim/gpu"

// Gather stores in[k] for a k of your choice to out[i], for each of the 32 lanes of one
// warp. All elements of in are equal, so any k is right.
func Gather(out, in []float32) {
	i := gpu.ThreadIdx.X
	out[2*i] = in[2*i]
}
