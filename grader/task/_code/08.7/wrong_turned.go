package main

import "gpucourse/gpusim/gpu"

// Unpad copies a picture to an array without padding: the rows of in begin pitch bytes apart, those
// of out width elements.
func Unpad(out, in []float32, width, height, pitch int) {
	y := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for x := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y; x < width; x += gpu.GridDim.Y * gpu.BlockDim.Y {
		for r := y; r < height; r += gpu.GridDim.X * gpu.BlockDim.X {
			out[r*width+x] = in[r*(pitch/4)+x]
		}
	}
}
