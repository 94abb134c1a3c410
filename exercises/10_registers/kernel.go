// Package registers is exercise 10. Three kernels compute the right values and keep too
// much at hand. Let them do with fewer registers, without local memory and without
// loading anything twice. The fourth is yours; see README.md.
package registers

import "gpucourse/gpusim/gpu"

const window = 48 // values of a thread of Ties

// Ties says how many of 48 values are as large as the largest of them. Thread i's values are in[i],
// in[n+i], in[2n+i], … and in[47n+i]; out[i] is from 1 to 48.
//
// It is launched with blocks of 256 threads that cover n.
//
// Task: reach the goals of README.md with the same results: registers, local memory, sectors.
func Ties(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var values [window]int32
	largest := in[i]
	for k := range window {
		values[k] = in[k*n+i]
		largest = max(largest, values[k])
	}
	ties := int32(0)
	for k := range window {
		if values[k] == largest {
			ties++
		}
	}
	out[i] = ties
}

const terms = 48 // of a polynomial

// Evaluate evaluates a polynomial of 48 terms for each i, at a place that depends
// on i and on all words:
//
//	x = (…((i·31 + words[0])·31 + words[1])·31 + …)·31 + words[rounds−1]
//	out[i] = (…(coef[i]·x + coef[n+i])·x + …)·x + coef[47n+i]
//
// Numbers wrap around, as int32 does. It is launched with blocks of 256 threads
// that cover n.
//
// Task: reach the goals of README.md with the same results: registers, local memory, sectors.
func Evaluate(out, coef, words []int32, n, rounds int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var c [terms]int32
	for k := range terms {
		c[k] = coef[k*n+i]
	}
	x := int32(i)
	for r := range rounds {
		x = x*31 + words[r]
	}
	sum := int32(0)
	for k := range terms {
		sum = sum*x + c[k]
	}
	out[i] = sum
}

const side = 4 // rows and columns of c that a thread of Multiply works out

// Multiply computes the product c = a·b of matrices: a has n rows of depth elements,
// b depth rows of n, c n rows of n. No element of a and b is beyond ±4000, depth
// is no more than 130, and so no element of c is beyond an int32.
//
// It is launched with blocks of 16×4 threads that cover c; n is a multiple of 64.
// Each thread works out 4×4 elements.
//
// Task: reach the goals of README.md with the same results: registers, local memory, load requests.
func Multiply(c, a, b []int32, n, depth int) {
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * side
	column := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * side
	var sums [side][side]int64
	for e := range depth {
		var x, y [side]int64
		for k := range side {
			x[k], y[k] = int64(a[(row+k)*depth+e]), int64(b[e*n+column+k])
		}
		for r := range side {
			for s := range side {
				sums[r][s] += x[r] * y[s]
			}
		}
	}
	for r := range side {
		for s := range side {
			c[(row+r)*n+column+s] = int32(sums[r][s])
		}
	}
}

const (
	entries = 64 // of a thread of Best
	kept    = 4
)

// Best finds the four largest of 64 numbers for each i. Thread i's numbers are in[i], in[n+i], in[2n+i], …, in[63n+i]. The
// largest comes to out[i], the next one to out[n+i], and so on; equal numbers count as often as they are there.
//
// It is launched with blocks of 256 threads that cover n.
func Best(out, in []int32, n int) {
}
