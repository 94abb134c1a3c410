// Package constant solves exercise 09: what all lanes read together lies in
// constant memory and is read one address at a time; what each lane looks up
// for itself lies in shared memory.
package constant

import "gpucourse/gpusim/gpu"

// Taps is the number of coefficients of Convolve.
const Taps = 9

// Coef are the coefficients of Convolve.
var Coef gpu.Constant[[Taps]float32]

// Convolve adds up Taps neighbours. In each round all lanes use one coefficient,
// and neighbours of in.
func Convolve(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for k := range Taps {
		sum += Coef.V[k] * in[i+k]
	}
	out[i] = sum
}

// Matrix is the 3×4 matrix of Transform, row by row; the last column moves.
var Matrix gpu.Constant[[12]float32]

// Transform moves points. The matrix is the same for all of them.
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
var Curve gpu.Global[[Levels]float32]

// Recolour looks values up. Each block brings the table into shared memory once,
// an entry a thread, and looks all its elements up there.
func Recolour(out []float32, in []uint32, n int) {
	curve := gpu.Shared[[Levels]float32]()
	curve[gpu.ThreadIdx.X] = Curve.V[gpu.ThreadIdx.X]
	gpu.SyncThreads()
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		out[i] = curve[in[i]]
	}
}

// Bands is how many colours a pixel of Grade has.
const Bands = 16

// Gain and Offset have an element for each band of Grade.
var (
	Gain   gpu.Constant[[Bands]float32]
	Offset gpu.Constant[[Bands]float32]
)

// Grade has a number of threads that is a multiple of 16. So a thread meets one band alone, and needs its constants once.
func Grade(out, in []float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	first := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	gain, offset := Gain.V[first%Bands], Offset.V[first%Bands]
	for i := first; i < n; i += threads {
		out[i] = gain*in[i] + offset
	}
}
