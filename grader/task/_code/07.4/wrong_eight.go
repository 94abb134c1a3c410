package main

import "gpucourse/gpusim/gpu"

// Gather stores in[k] for a k of your choice to out[i].
func Gather(out, in []float32) {
	i := gpu.ThreadIdx.X
	out[i] = in[8*i]
}
