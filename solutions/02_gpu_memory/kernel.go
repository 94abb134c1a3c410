// Package intensity solves exercise 02: what has come from memory is used for all
// that it is needed for, and what can be computed does not come.
package intensity

import "gpucourse/gpusim/gpu"

// Coef are the coefficients of Poly.
var Coef gpu.Constant[[16]float32]

// Poly computes each element's polynomial in a register, from the highest
// coefficient to the lowest.
func Poly(out, in []float32, n, degree int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		x, sum := in[i], Coef.V[degree]
		for k := degree - 1; k >= 0; k-- {
			sum = sum*x + Coef.V[k]
		}
		out[i] = sum
	}
}

// Vectors is how many vectors Several multiplies with.
const Vectors = 8

// X are the vectors: element c of vector v is X[c·Vectors + v].
var X gpu.Constant[[96 * Vectors]float32]

// Several keeps a sum for each vector in a register, and uses an element of a for
// all of them.
func Several(out, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	var sums [Vectors]float32
	for c := range cols {
		element := a[c*rows+r]
		for v := range Vectors {
			sums[v] += element * X.V[c*Vectors+v]
		}
	}
	for v := range Vectors {
		out[v*rows+r] = sums[v]
	}
}

// Fade computes the window where it is needed.
func Fade(out, in, table []float32, step float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		t := step * float32(i)
		out[i] = in[i] * (4 * t * (1 - t))
	}
}

// Extremes goes along the row once. Each number serves all three results while it is in a register.
func Extremes(out, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	least := a[r]
	largest, sum := least, least
	for c := 1; c < cols; c++ {
		v := a[c*rows+r]
		least, largest, sum = min(least, v), max(largest, v), sum+v
	}
	out[r], out[rows+r], out[2*rows+r] = least, largest, sum
}
