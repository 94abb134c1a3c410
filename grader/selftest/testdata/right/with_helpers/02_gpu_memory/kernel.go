// Helpers compute what the stub loads.
package intensity

import "gpucourse/gpusim/gpu"

var Coef gpu.Constant[[16]float32]

func horner(x float32, degree int) float32 {
	sum := float32(0)
	for k := degree; k >= 0; k-- {
		sum = sum*x + Coef.V[k]
	}
	return sum
}

func Poly(out, in []float32, n, degree int) {
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		out[i] = horner(in[i], degree)
	}
}

const Vectors = 8

var X gpu.Constant[[96 * Vectors]float32]

type sums [Vectors]float32

func (s *sums) add(element float32, column int) {
	for v := range Vectors {
		s[v] += element * X.V[column*Vectors+v]
	}
}

func Several(out, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	var s sums
	for c := range cols {
		s.add(a[c*rows+r], c)
	}
	for v := range Vectors {
		out[v*rows+r] = s[v]
	}
}

func window(t float32) float32 { return 4 * (t - t*t) }

func Fade(out, in, table []float32, step float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	out[i] = window(float32(i)*step) * in[i]
}
