// Package constant is exercise 09. Three kernels compute the right values and make far
// more requests than they need. The fourth is yours; see README.md.
package constant

import "gpucourse/gpusim/gpu"

// Taps is the number of coefficients of Convolve.
const Taps = 9

// Coef are the coefficients of Convolve.
var Coef gpu.Constant[[Taps]float32]

// Convolve sets out[i] = Coef[0]·in[i] + Coef[1]·in[i+1] + … + Coef[8]·in[i+8]
// for every i < n. in has n + 8 elements.
//
// It is launched with n threads, rounded up to whole blocks of 128.
//
// Task: reach the goals of README.md with the same results: constant requests, and requests per load.
func Convolve(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for j := range Taps {
		k := (gpu.ThreadIdx.X + j) % Taps
		sum += Coef.V[k] * in[i+k]
	}
	out[i] = sum
}

// Matrix is the 3×4 matrix of Transform, row by row; the last column moves.
var Matrix gpu.Global[[12]float32]

// Transform moves the point (x[i], y[i], z[i]) to Matrix·(x[i], y[i], z[i], 1),
// for every i < n.
//
// It is launched with n threads, rounded up to whole blocks of 128.
//
// Task: reach the goals of README.md with the same results: global load requests, and constant requests per load.
func Transform(x, y, z []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	m := &Matrix.V
	a, b, c := x[i], y[i], z[i]
	x[i] = m[0]*a + m[1]*b + m[2]*c + m[3]
	y[i] = m[4]*a + m[5]*b + m[6]*c + m[7]
	z[i] = m[8]*a + m[9]*b + m[10]*c + m[11]
}

// Levels is the number of grey levels of Recolour.
const Levels = 256

// Curve is the new value of each grey level.
var Curve gpu.Constant[[Levels]float32]

// Recolour sets out[i] = Curve[in[i]] for every i < n. All in[i] are less than
// Levels, in no order.
//
// It is launched with about n/4 threads in blocks of Levels threads, so that
// each thread has several elements to do.
//
// Task: reach the goals of README.md with the same results: constant requests, and sectors. You choose the memory of Curve.
func Recolour(out []float32, in []uint32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		out[i] = Curve.V[in[i]]
	}
}

// Bands is how many colours a pixel of Grade has.
const Bands = 16

// Gain and Offset have an element for each band of Grade.
var (
	Gain   gpu.Constant[[Bands]float32]
	Offset gpu.Constant[[Bands]float32]
)

// Grade calibrates a picture whose pixels have 16 numbers, one behind the other: for every i < n it sets
// out[i] = Gain[c]·in[i] + Offset[c], where c is the remainder of i divided by 16. Elements of out from n on stay as they are. A
// result may be off by one unit in the last place.
//
// It is launched with about n/4 threads in blocks of 128. Gain and Offset stay in constant memory.
func Grade(out, in []float32, n int) {
}
