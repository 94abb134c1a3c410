package main

import "gpucourse/gpusim/gpu"

// Diverge does the same on both sides of its branch, in one block of 8 warps. Change only the condition.
func Diverge(out, in []float32) {
	i := gpu.ThreadIdx.X
	v := in[i]
	if i < 3 {
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
