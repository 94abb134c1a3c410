// Package coalescing is exercise 07. Its three kernels compute the right values
// and move far more memory than they need. Make them coalesced; see README.md.
package coalescing

import "gpucourse/gpusim/gpu"

// Saxpy sets y[i] = a·x[i] + y[i] for every i < n. Elements from n on stay as they are.
//
// It is launched with about n/8 threads in blocks of 128, so that every thread
// has several elements to do.
//
// Task: each thread walks along elements of its own, as a CPU thread would.
// Share the elements out so that the lanes of a warp use neighbours each time.
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
// Task: find out which pixels the 32 lanes of one warp touch, and let them lie
// in one row.
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
// Task: the loads are fine, each of the three stores leaves gaps of 8 bytes.
// Let the lanes of a warp write neighbours. There is more than one good way.
func Interleave(rgb, r, g, b []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		rgb[3*i] = r[i]
		rgb[3*i+1] = g[i]
		rgb[3*i+2] = b[i]
	}
}
