// Sums with names, two walks of four vectors that lie in one loop.
package intensity

import "gpucourse/gpusim/gpu"

const Vectors = 8

var X gpu.Constant[[96 * Vectors]float32]

func Several(out, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	var low, high gpu.Float4
	for c := range cols {
		e, at := a[c*rows+r], c*Vectors
		low.X, low.Y, low.Z, low.W = low.X+e*X.V[at], low.Y+e*X.V[at+1], low.Z+e*X.V[at+2], low.W+e*X.V[at+3]
		high.X, high.Y, high.Z, high.W = high.X+e*X.V[at+4], high.Y+e*X.V[at+5], high.Z+e*X.V[at+6], high.W+e*X.V[at+7]
	}
	out[r], out[rows+r], out[2*rows+r], out[3*rows+r] = low.X, low.Y, low.Z, low.W
	out[4*rows+r], out[5*rows+r], out[6*rows+r], out[7*rows+r] = high.X, high.Y, high.Z, high.W
}
