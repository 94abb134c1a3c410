// Every group of rows computes the first one.
package occupancy

import "gpucourse/gpusim/gpu"

const Rows = 16

const together = 4

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
				sums[r] += float64(w[k*Rows+r]) * x
			}
		}
		for r, sum := range sums {
			out[(first+r)*n+i] = float32(sum) // want `out\[508\] has a wrong value` `row 4, point 0`
		}
	}
}
