// Four sums with names instead of an array.
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
		var a, b, c, d float64
		for k := range columns {
			x := float64(in[k*n+i])
			at := k*Rows + first
			a += float64(w[at]) * x
			b += float64(w[at+1]) * x
			c += float64(w[at+2]) * x
			d += float64(w[at+3]) * x
		}
		out[first*n+i] = float32(a)
		out[(first+1)*n+i] = float32(b)
		out[(first+2)*n+i] = float32(c)
		out[(first+3)*n+i] = float32(d)
	}
}
