// The directive makes registers fewer, not values: the rest goes to memory.
package occupancy

import "gpucourse/gpusim/gpu"

const Rows = 16

//gpu:launchbounds 256 8
func Project(out, w, in []float32, columns, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var sums [Rows]float64
	for k := range columns {
		x := float64(in[k*n+i])
		for r := range sums {
			sums[r] += float64(w[k*Rows+r]) * x // want `sectors of local memory, limit 0` `does not reduce the live values`
		}
	}
	for r, sum := range sums {
		out[r*n+i] = float32(sum)
	}
}
