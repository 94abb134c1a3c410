// Two vectors a walk: half of the walks.
package intensity

import "gpucourse/gpusim/gpu"

const Vectors = 8

var X gpu.Constant[[96 * Vectors]float32]

func Several(out, a []float32, rows, cols int) { // want `goal missed: 0\.\d+ operations per byte of DRAM, at least 2.70` `one sum per vector`
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	for v := 0; v < Vectors; v += 2 {
		sum, next := float32(0), float32(0)
		for c := range cols {
			element := a[c*rows+r]
			sum += element * X.V[c*Vectors+v]
			next += element * X.V[c*Vectors+v+1]
		}
		out[v*rows+r] = sum
		out[(v+1)*rows+r] = next
	}
}
