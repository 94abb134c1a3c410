// Everything by hand, and coefficients in registers.
package constant

import "gpucourse/gpusim/gpu"

const Taps = 9

var Coef gpu.Constant[[Taps]float32]

func Convolve(out, in []float32, n int) {
	c := Coef.V
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		out[i] = c[0]*in[i] + c[1]*in[i+1] + c[2]*in[i+2] + c[3]*in[i+3] + c[4]*in[i+4] +
			c[5]*in[i+5] + c[6]*in[i+6] + c[7]*in[i+7] + c[8]*in[i+8]
	}
}

var Matrix gpu.Constant[[12]float32]

func Transform(x, y, z []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	in := [4]float32{x[i], y[i], z[i], 1}
	var out [3]float32
	for r := range 3 {
		for c := range 4 {
			out[r] += Matrix.V[4*r+c] * in[c]
		}
	}
	x[i], y[i], z[i] = out[0], out[1], out[2]
}

const Levels = 256

var Curve gpu.Global[[Levels]float32]

func Recolour(out []float32, in []uint32, n int) {
	t := gpu.ThreadIdx.X
	table := gpu.Shared[[Levels]float32]()
	table[t] = gpu.Ldg(&Curve.V[t])
	gpu.SyncThreads()
	step := gpu.BlockDim.X * gpu.GridDim.X
	i := t + gpu.BlockIdx.X*gpu.BlockDim.X
	for i+step < n {
		a, b := in[i], in[i+step]
		out[i], out[i+step] = table[a], table[b]
		i += 2 * step
	}
	if i < n {
		out[i] = table[in[i]]
	}
}
