package main

import "gpucourse/gpusim/gpu"

// Alternate does sixteen steps with each element.
func Alternate(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := in[i]
	even := gpu.BlockIdx.X%2 == 0
	if even {
		for range 16 {
			v = v*0.5 + 1
		}
	} else {
		for range 16 {
			v = v*0.5 - 2
		}
	}
	out[i] = v
}
