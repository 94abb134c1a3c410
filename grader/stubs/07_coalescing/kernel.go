// Package coalescing is exercise 07. Three kernels compute the right values and move
// far more memory than they need. The fourth is yours, from a profile; see README.md.
package coalescing

import "gpucourse/gpusim/gpu"

// Saxpy sets y[i] = a·x[i] + y[i] for every i < n. Elements from n on stay as they are.
//
// It is launched with about n/8 threads in blocks of 128, so that every thread
// has several elements to do.
//
// Task: reach the goals of README.md with the same results: sectors per request, sectors, cycles.
func Saxpy(y, x []float32, a float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	each := (n + threads - 1) / threads
	first := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * each
	for k := range each {
		if i := first + k; i < n {
			y[i] = a*x[i] + y[i]
		}
	}
}

// Brighten multiplies a picture by gain: out(x, y) = gain·in(x, y). Pixel (x, y)
// of the width×height picture is element y·pitch + x; the elements between width
// and pitch pad each row, belong to nobody and stay as they are.
//
// It is launched with blocks of 32×32 threads that cover the picture.
//
// Task: reach the goals of README.md with the same results: sectors per request, sectors, cycles.
func Brighten(out, in []float32, gain float32, width, height, pitch int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.Y
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.X
	if x < width && y < height {
		out[y*pitch+x] = gain * in[y*pitch+x]
	}
}

// Interleave makes one packed picture of three planes of n values each:
// rgb[3i] = r[i], rgb[3i+1] = g[i], rgb[3i+2] = b[i]. Elements of rgb from 3n on
// stay as they are.
//
// It is launched with n threads, rounded up to whole blocks of 128.
//
// Task: reach the goals of README.md with the same results: sectors per request, sectors, cycles.
func Interleave(rgb, r, g, b []float32, n int) {
	i := gpu.ThreadIdx.X*gpu.GridDim.X + gpu.BlockIdx.X
	if i < n {
		rgb[3*i] = r[i]
		rgb[3*i+1] = g[i]
		rgb[3*i+2] = b[i]
	}
}

// Mirror turns a picture about its middle column: out(x, y) = in(width−1−x, y). Pixel (x, y) of the width×height picture is
// element y·pitch + x in both arrays; the elements between width and pitch belong to nobody and stay as they are.
//
// It is launched with blocks of 1×256 threads that cover the picture: gpu.GridDim.X is width, and gpu.ThreadIdx.X is always 0.
//
// README.md shows the profile of a hidden Mirror. Write a kernel that has it.
func Mirror(out, in []float32, width, height, pitch int) {
}
