// Package divergence is exercise 04. Its three kernels compute the right values,
// and most of the time half of their lanes wait. Let them work; see README.md.
package divergence

import "gpucourse/gpusim/gpu"

// Halves lets the first n elements of x bounce and replaces the next n by their
// square roots. Elements from 2n on stay as they are.
//
// It is launched with 2n threads, rounded up to whole blocks of 128.
//
// Task: even lanes do the one thing and odd lanes the other, so that each half
// of a warp waits for the other half. Let whole warps do one thing.
func Halves(x []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= 2*n {
		return
	}
	if k := i / 2; i%2 == 0 {
		x[k] = bounce(x[k])
	} else {
		x[n+k] = root(x[n+k])
	}
}

// bounce lets x fall by 3, thirty times, and turns it round at 0.
func bounce(x float32) float32 {
	for range 30 {
		x = gpu.Abs(x - 3)
	}
	return x
}

// root returns the square root of x > 0 by Newton's method.
func root(x float32) float32 {
	r := x
	for range 20 {
		r = 0.5 * (r + x/r)
	}
	return r
}

// Collatz sets steps[i], for every i < n, to the number of steps from start[i] to 1,
// where a step halves an even number and takes an odd x to 3x + 1. Elements of
// steps from n on stay as they are.
//
// order holds the numbers 0 to n-1 in such an order that steps[order[0]],
// steps[order[1]], … never falls: the host knows from an earlier run.
//
// It is launched with n threads, rounded up to whole blocks of 128.
//
// Task: a warp goes on until the last of its lanes has arrived. Choose the
// elements of a warp so that its lanes arrive together.
func Collatz(steps, start, order []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	count := int32(0)
	for x := start[i]; x > 1; count++ {
		if x%2 == 0 {
			x = x / 2
		} else {
			x = 3*x + 1
		}
	}
	steps[i] = count
}

// SignedRoot sets out[i], for every i < n, to the square root of |in[i]| with the
// sign of in[i]. Elements of out from n on stay as they are.
//
// It is launched with n threads, rounded up to whole blocks of 128.
//
// Task: positive and negative elements are mixed, so nearly every warp goes
// both ways, and both are long. That lanes differ cannot be helped here. What
// must stand inside of the branch?
func SignedRoot(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	if x := in[i]; x >= 0 {
		out[i] = root(x)
	} else {
		out[i] = -root(-x)
	}
}
