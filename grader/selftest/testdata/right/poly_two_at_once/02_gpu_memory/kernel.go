// Two elements are under way at once.
package intensity

import "gpucourse/gpusim/gpu"

var Coef gpu.Constant[[16]float32]

func Poly(out, in []float32, n, degree int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += 2 * threads {
		next := min(i+threads, n-1)
		x, y := in[i], in[next]
		a, b := Coef.V[degree], Coef.V[degree]
		for k := degree - 1; k >= 0; k-- {
			a, b = a*x+Coef.V[k], b*y+Coef.V[k]
		}
		out[i], out[next] = a, b
	}
}
