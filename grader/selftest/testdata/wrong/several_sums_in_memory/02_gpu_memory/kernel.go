// Each element of a comes once, but the sums lie in memory.
package intensity

import "gpucourse/gpusim/gpu"

const Vectors = 8

var X gpu.Constant[[96 * Vectors]float32]

func Several(out, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	for v := range Vectors {
		out[v*rows+r] = 0
	}
	for c := range cols {
		element := a[c*rows+r]
		for v := range Vectors {
			out[v*rows+r] += element * X.V[c*Vectors+v] // want `goal missed: \d+ cycles` `lies in registers`
		}
	}
}
