// The powers of x are added up from below, and the last one is left out.
package intensity

import "gpucourse/gpusim/gpu"

var Coef gpu.Constant[[16]float32]

func Poly(out, in []float32, n, degree int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		x, power, sum := in[i], float32(1), float32(0)
		for k := range degree {
			sum += Coef.V[k] * power
			power *= x
		}
		out[i] = sum // want `wrong result: out\[0\] has a wrong value` `x\^3 for x = `
	}
}
