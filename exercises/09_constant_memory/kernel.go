// Package constant is exercise 09. Its three kernels compute the right values
// and read their tables the wrong way, or from the wrong memory; see README.md.
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
// Task: to spread the load over the table, every lane begins at another
// coefficient. Count how many addresses of the table one instruction of a warp
// uses, and what that costs in constant memory.
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
// Task: all threads read the same twelve numbers, and each warp loads them from
// global memory. There is a memory made for that.
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
// Task: here the lanes of a warp look up different entries, and nobody can help
// it. So constant memory is the wrong place for this table. Which memory of the
// SM serves 32 different words at a time? Curve may become a gpu.Global.
func Recolour(out []float32, in []uint32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		out[i] = Curve.V[in[i]]
	}
}
