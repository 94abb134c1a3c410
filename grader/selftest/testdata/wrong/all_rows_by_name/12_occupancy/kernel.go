// Stores one by one: sixteen sums are alive all the same.
package occupancy

import "gpucourse/gpusim/gpu"

const Rows = 16

func Project(out, w, in []float32, columns, n int) { // want `percent occupancy, at least 100` `beside  launch__occupancy_limit_registers`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var sums [Rows]float64
	for k := range columns {
		x := float64(in[k*n+i])
		for r := range sums {
			sums[r] += float64(w[k*Rows+r]) * x
		}
	}
	out[0*n+i], out[1*n+i] = float32(sums[0]), float32(sums[1])
	out[2*n+i], out[3*n+i] = float32(sums[2]), float32(sums[3])
	out[4*n+i], out[5*n+i] = float32(sums[4]), float32(sums[5])
	out[6*n+i], out[7*n+i] = float32(sums[6]), float32(sums[7])
	out[8*n+i], out[9*n+i] = float32(sums[8]), float32(sums[9])
	out[10*n+i], out[11*n+i] = float32(sums[10]), float32(sums[11])
	out[12*n+i], out[13*n+i] = float32(sums[12]), float32(sums[13])
	out[14*n+i], out[15*n+i] = float32(sums[14]), float32(sums[15])
}
