package main

import "gpucourse/gpusim/gpu"

// Alternate does sixteen steps with each element. Even warps of the grid halve and add 1,
// odd warps halve and subtract 2.
func Alternate(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := in[i]
	even := true // complete this line: is the number of the warp even?
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
