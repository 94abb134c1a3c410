// Two rows at a time instead of four.
package occupancy

import "gpucourse/gpusim/gpu"

const Rows = 16

const together = 2

func Project(out, w, in []float32, columns, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	for first := 0; first < Rows; first += together {
		var sums [together]float64
		for k := range columns {
			x := float64(in[k*n+i])
			for r := range sums {
				sums[r] += float64(w[k*Rows+first+r]) * x
			}
		}
		for r, sum := range sums {
			out[(first+r)*n+i] = float32(sum)
		}
	}
}
