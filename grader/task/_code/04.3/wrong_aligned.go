package main

import "gpucourse/gpusim/gpu"

// Diverge halves each element and adds 1, sixteen times, on either side of its branch. It runs
// with one block of 256 threads, which are 8 warps. Change only the condition.
func Diverge(out, in []float32) {
	i := gpu.ThreadIdx.X
	v := in[i]
	if i < 3*32 {
		for range 16 {
			v = v*0.5 + 1
		}
	} else {
		for range 16 {
			v = 1 + v/2
		}
	}
	out[i] = v
}
