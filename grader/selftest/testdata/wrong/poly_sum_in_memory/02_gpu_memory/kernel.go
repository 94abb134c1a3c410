// The loops stand in the right order, but what is ready so far lies in memory all the time.
package intensity

import "gpucourse/gpusim/gpu"

var Coef gpu.Constant[[16]float32]

func Poly(out, in []float32, n, degree int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		out[i] = Coef.V[degree]
		for k := degree - 1; k >= 0; k-- {
			out[i] = out[i]*in[i] + Coef.V[k] // want `goal missed: \d+ cycles` `in a local variable`
		}
	}
}
