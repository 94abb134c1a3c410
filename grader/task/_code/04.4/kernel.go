package main

import "gpucourse/gpusim/gpu"

// Stripes does sixteen steps with each element of a picture. Even and odd rows differ.
func Stripes(out, in []float32, width, height int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if x >= width || y >= height {
		return
	}
	v := in[y*width+x]
	if y%2 == 0 {
		for range 16 {
			v = v*0.5 + 1
		}
	} else {
		for range 16 {
			v = v*0.5 - 2
		}
	}
	out[y*width+x] = v
}
