// Package intensity is exercise 02. Its three kernels compute the right values
// and bring the same numbers from memory again and again, or bring what they could
// compute. Let each byte that comes do more; see README.md.
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
// Task: it goes over all elements once for each coefficient, and out holds what
// is ready so far. Each time in and out come from memory, and out goes back. Find
// an order in which an element comes once.
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
// Task: a thread walks along its row of a once for each vector. When it comes back,
// others have driven the row out of the cache. Bring each element of a once.
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
// Task: a third of what moves is the table. A float32 takes as long on its way as
// dozens of operations: leave the table where it is.
func Fade(out, in, table []float32, step float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = in[i] * table[i]
	}
}
