// Package coalescing solves exercise 07: neighbouring lanes use neighbouring
// elements, whatever the shape of the data.
package coalescing

import "gpucourse/gpusim/gpu"

// Saxpy sets y[i] = a·x[i] + y[i] for every i < n. In each round the grid takes
// one run of elements, side by side, and steps over it as a whole.
func Saxpy(y, x []float32, a float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		y[i] = a*x[i] + y[i]
	}
}

// Brighten multiplies a picture by gain. Lanes of a warp differ in ThreadIdx.X,
// so that one must run along the row.
func Brighten(out, in []float32, gain float32, width, height, pitch int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if x < width && y < height {
		out[y*pitch+x] = gain * in[y*pitch+x]
	}
}

// Interleave makes one packed picture of three planes. A thread is responsible
// for elements of the result, not for a pixel: stores run without gaps, and the
// loads of a warp stay within eleven or twelve neighbours of each plane.
func Interleave(rgb, r, g, b []float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for j := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; j < 3*n; j += threads {
		rgb[j] = pick(j%3, r, g, b, j/3)
	}
}

// pick returns element i of plane 0, 1 or 2.
func pick(plane int, r, g, b []float32, i int) float32 {
	switch plane {
	case 0:
		return r[i]
	case 1:
		return g[i]
	}
	return b[i]
}

// Mirror numbers the threads of the launch one after the other, as the warps do, and gives them the pixels row by row.
func Mirror(out, in []float32, width, height, pitch int) {
	t := (gpu.BlockIdx.Y*gpu.GridDim.X+gpu.BlockIdx.X)*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if t >= width*height {
		return
	}
	x, y := t%width, t/width
	out[y*pitch+x] = in[y*pitch+width-1-x]
}
