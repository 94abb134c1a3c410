// Package registers solves exercise 10: a thread keeps sums instead of values,
// loads what it needs when it needs it, and counts in 32 bits.
package registers

import (
	"math"

	"gpucourse/gpusim/gpu"
)

const window = 48 // values of a thread of Spread

// Spread says how far 48 values lie from their mean. The square of a difference
// is v² − 2·v·mean + mean², so the sum of the values and that of their squares are
// enough, and a value is needed once.
func Spread(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum, squares := int32(0), int32(0)
	for k := range window {
		value := in[k*n+i]
		sum += value
		squares += value * value
	}
	mean := sum / window
	out[i] = squares - 2*mean*sum + window*mean*mean
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
