package main

import "gpucourse/gpusim/gpu"

// Negate changes the sign of each pixel of a picture whose rows begin pitch bytes apart. x is the
// column, y the row.
func Negate(out, in []float32, width, height, pitch int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if x < width && y < height {
		out[(y*pitch+x)/4] = -in[(y*pitch+x)/4]
	}
}
