// Package intensity is exercise 02. Three kernels compute the right values with few
// operations per byte of memory. The fourth is yours, from a profile; see README.md.
package intensity

import "gpucourse/gpusim/gpu"

// Coef are the coefficients of Poly. They lie in constant memory (chapter 09), because
// all threads read the same one at a time: it brings nothing from DRAM to speak of.
var Coef gpu.Constant[[16]float32]

// Poly sets out[i] to the polynomial Coef[0] + Coef[1]·x + Coef[2]·x² + … + Coef[degree]·x^degree
// of x = in[i], for every i < n. Elements from n on stay as they are. A result may
// be off by a few units in the last place.
//
// It is launched with about n/16 threads in blocks of 256, so that every thread
// has several elements to do.
//
// Task: the same values with the operations per byte and the cycles of README.md.
func Poly(out, in []float32, n, degree int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	first := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for i := first; i < n; i += threads {
		out[i] = Coef.V[degree]
	}
	for k := degree - 1; k >= 0; k-- {
		for i := first; i < n; i += threads {
			out[i] = out[i]*in[i] + Coef.V[k]
		}
	}
}

// Vectors is how many vectors Several multiplies with.
const Vectors = 8

// X are the vectors: element c of vector v is X[c·Vectors + v].
var X gpu.Constant[[96 * Vectors]float32]

// Several multiplies a matrix of rows×cols with Vectors vectors: for each row r and
// each vector v, out[v·rows + r] = Σ a[c·rows + r] · X[c·Vectors + v] over all columns c. The
// matrix lies column after column, so that neighbouring threads load neighbours.
// Elements of out from Vectors·rows on stay as they are.
//
// It is launched with a thread for each row, in blocks of 128.
//
// Task: the same products with the operations per byte and the cycles of README.md.
func Several(out, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	for v := range Vectors {
		sum := float32(0)
		for c := range cols {
			sum += a[c*rows+r] * X.V[c*Vectors+v]
		}
		out[v*rows+r] = sum
	}
}

// Fade sets out[i] = in[i] · table[i] for every i < n, where table holds a window
// that fades a signal in and out: table[i] = 4·t·(1−t) with t = step·i. Elements from
// n on stay as they are. step is a power of two, so that t is exact, and a result may
// be off by a few units in the last place.
//
// It is launched with n threads, rounded up to whole blocks of 256.
//
// Task: the same values with the operations per byte and the cycles of README.md.
func Fade(out, in, table []float32, step float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = in[i] * table[i]
	}
}

// Extremes finds the least and the largest number of each row of a matrix, and the sum of the row: out[r] is the least number of
// row r, out[rows+r] the largest, out[2·rows+r] the sum. The matrix lies column after column: a[c·rows + r] is row r, column c.
// cols is at least 1. Elements of out from 3·rows on stay as they are.
//
// It is launched with a thread for each row, in blocks of 128.
//
// README.md shows the profile of a hidden Extremes. Write a kernel that has it.
func Extremes(out, a []float32, rows, cols int) {
}
