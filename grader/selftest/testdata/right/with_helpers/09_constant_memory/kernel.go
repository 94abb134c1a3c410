// Methods and pointers to the constants.
package constant

import "gpucourse/gpusim/gpu"

const Taps = 9

var Coef gpu.Constant[[Taps]float32]

func Convolve(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = dot(&Coef.V, in[i:i+Taps])
	}
}

func dot(c *[Taps]float32, x []float32) (sum float32) {
	for k := Taps - 1; k >= 0; k-- {
		sum += x[k] * c[k]
	}
	return sum
}

type row [4]float32

func (r *row) of(x, y, z float32) float32 { return r[0]*x + r[1]*y + (r[2]*z + r[3]) }

var Matrix gpu.Constant[[3]row]

func Transform(x, y, z []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		a, b, c := x[i], y[i], z[i]
		x[i], y[i], z[i] = Matrix.V[0].of(a, b, c), Matrix.V[1].of(a, b, c), Matrix.V[2].of(a, b, c)
	}
}

const Levels = 256

var Curve gpu.Global[[Levels]float32]

func Recolour(out []float32, in []uint32, n int) {
	table := gpu.Shared[[Levels]float32]()
	for k := gpu.ThreadIdx.X; k < Levels; k += gpu.BlockDim.X {
		table[k] = Curve.V[k]
	}
	gpu.SyncThreads()
	for i := gpu.ThreadIdx.X + gpu.BlockIdx.X*gpu.BlockDim.X; i < n; i += gpu.BlockDim.X * gpu.GridDim.X {
		level := in[i]
		out[i] = table[level]
	}
}
