// One sum at a time: every element of in is loaded 16 times.
package occupancy

import "gpucourse/gpusim/gpu"

const Rows = 16

func Project(out, w, in []float32, columns, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	for r := range Rows {
		sum := 0.0
		for k := range columns {
			sum += float64(w[k*Rows+r]) * float64(in[k*n+i]) // want `goal missed: 39040 global load requests, limit 25376`
		}
		out[r*n+i] = float32(sum)
	}
}
