// Four coefficients a pass: a third of the passes, and still three of them.
package intensity

import "gpucourse/gpusim/gpu"

var Coef gpu.Constant[[16]float32]

func Poly(out, in []float32, n, degree int) { // want `goal missed: 0\.\d+ operations per byte of DRAM, at least 2` `change the order of the loops`
	threads := gpu.GridDim.X * gpu.BlockDim.X
	first := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for i := first; i < n; i += threads {
		out[i] = Coef.V[degree]
	}
	for k := degree - 1; k >= 0; k -= 4 {
		for i := first; i < n; i += threads {
			x, sum := in[i], out[i]
			for j := k; j > k-4 && j >= 0; j-- {
				sum = sum*x + Coef.V[j] // want `goal missed: \d+ cycles` `longest in long_scoreboard`
			}
			out[i] = sum
		}
	}
}
