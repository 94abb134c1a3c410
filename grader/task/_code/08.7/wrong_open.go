package main

import "gpucourse/gpusim/gpu"

// Unpad copies a picture to an array without padding: the rows of in begin pitch bytes apart, those
// of out width elements.
func Unpad(out, in []float32, width, height, pitch int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if y < height {
		out[y*width+x] = in[y*(pitch/4)+x]
	}
}
