package main

import "gpucourse/gpusim/gpu"

// Invert sets out = 1 - in for a picture whose rows begin pitch elements apart. The
// elements behind the width columns of a row are padding and stay as they are. It has a bug.
func Invert(out, in []float32, width, height, pitch int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if x < width && y < height {
		out[y*width+x] = 1 - in[y*width+x]
	}
}
