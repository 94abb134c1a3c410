// Package registers solves exercise 10: a thread keeps sums instead of values,
// loads what it needs when it needs it, and counts in 32 bits.
package registers

import (
	"math"

	"gpucourse/gpusim/gpu"
)

const window = 48 // values of a thread of Ties

// Ties counts the values that equal the largest so far, and begins again when a larger one comes. No value has to
// wait for the others.
func Ties(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	largest, ties := in[i], int32(0)
	for k := range window {
		value := in[k*n+i]
		if value > largest {
			largest, ties = value, 0
		}
		if value == largest {
			ties++
		}
	}
	out[i] = ties
}

const terms = 48 // of a polynomial

// Evaluate evaluates a polynomial of 48 terms. The loop over the words needs no
// coefficient, so they are loaded after it.
func Evaluate(out, coef, words []int32, n, rounds int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x := int32(i)
	for r := range rounds {
		x = x*31 + words[r]
	}
	sum := int32(0)
	for k := range terms {
		sum = sum*x + coef[k*n+i]
	}
	out[i] = sum
}

const side = 4 // rows and columns of c that a thread of Multiply works out

// Multiply computes the product c = a·b. Its sums fit 32 bits, one register each.
func Multiply(c, a, b []int32, n, depth int) {
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * side
	column := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * side
	var sums [side][side]int32
	for e := range depth {
		var x, y [side]int32
		for k := range side {
			x[k], y[k] = a[(row+k)*depth+e], b[e*n+column+k]
		}
		for r := range side {
			for s := range side {
				sums[r][s] += x[r] * y[s]
			}
		}
	}
	for r := range side {
		for s := range side {
			c[(row+r)*n+column+s] = sums[r][s]
		}
	}
}

const (
	entries = 64 // of a thread of Best
	kept    = 4
)

// Best keeps the four largest numbers so far in order. A new number goes down the list and changes places with smaller ones.
func Best(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var best [kept]int32
	for j := range kept {
		best[j] = math.MinInt32
	}
	for k := range entries {
		v := in[k*n+i]
		for j := range kept {
			best[j], v = max(best[j], v), min(best[j], v)
		}
	}
	for j := range kept {
		out[j*n+i] = best[j]
	}
}
