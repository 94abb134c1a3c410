// Package divergence is exercise 04. Three kernels compute the right values, and many
// of their lanes wait. The fourth is yours; see README.md.
package divergence

import "gpucourse/gpusim/gpu"

// Halves lets the first n elements of x bounce and replaces the next n by their
// square roots. Elements from 2n on stay as they are.
//
// It is launched with 2n threads, rounded up to whole blocks of 128.
//
// Task: reach the goals of README.md with the same results: warp instructions, divergent branches, sectors.
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
// Task: reach the goal of README.md with the same results: fewer warp instructions.
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
// Task: reach the goal of README.md with the same results: fewer warp instructions. Positive and negative elements are
// mixed.
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

// next returns the number that follows x.
func next(x uint32) uint32 { return x*1664525 + 1013904223 }

// lucky says whether a number wins: its scattered bits begin with five zeros.
func lucky(x uint32) bool {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	x ^= x >> 16
	x *= 0x9e3779b1
	return x>>27 == 0
}

// Trials sets trials[i], for every i < n, to the number of calls of next that it takes from seeds[i] to the first
// number that is lucky. It is at least 1. Elements of trials from n on stay as they are.
//
// It is launched with about n/16 threads in blocks of 128. One number in 32 is lucky, so an element takes 32
// trials on average; some take one, and some more than a hundred.
func Trials(trials []int32, seeds []uint32, n int) {
}
