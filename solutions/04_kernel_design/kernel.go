// Package divergence solves exercise 04: the lanes of a warp go the same way
// together, or the ways that they go alone are short.
package divergence

import "gpucourse/gpusim/gpu"

// Halves lets the first n elements of x bounce and replaces the next n by their
// square roots. Thread i works on element i: at most one warp has lanes on both
// sides of the branch.
func Halves(x []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		x[i] = bounce(x[i])
	} else if i < 2*n {
		x[i] = root(x[i])
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

// Collatz counts steps to 1. Neighbouring threads take elements that are
// neighbours in order and so need about as many steps.
func Collatz(steps, start, order []int32, n int) {
	t := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if t >= n {
		return
	}
	i := order[t]
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

// SignedRoot takes the root of |x| once, in all lanes. Only the sign is left to
// the branch.
func SignedRoot(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x := in[i]
	r := root(gpu.Abs(x))
	if x < 0 {
		r = -r
	}
	out[i] = r
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

// Trials has one loop over the trials of all elements of a thread. A lane that has won goes on with its next element in
// the same round, and no lane waits for the longest element of its warp.
func Trials(trials []int32, seeds []uint32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	x, count := uint32(0), int32(0)
	if i < n {
		x = seeds[i]
	}
	for i < n {
		x = next(x)
		count++
		if lucky(x) {
			trials[i] = count
			count = 0
			i += threads
			if i < n {
				x = seeds[i]
			}
		}
	}
}
