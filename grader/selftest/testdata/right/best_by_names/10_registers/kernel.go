// Four variables, compared from the smallest on.
package registers

import (
	"math"

	"gpucourse/gpusim/gpu"
)

func Best(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	a, b, c, d := int32(math.MinInt32), int32(math.MinInt32), int32(math.MinInt32), int32(math.MinInt32)
	for k := range 64 {
		v := in[k*n+i]
		if v > d {
			d = v
		}
		if d > c {
			c, d = d, c
		}
		if c > b {
			b, c = c, b
		}
		if b > a {
			a, b = b, a
		}
	}
	out[i], out[n+i], out[2*n+i], out[3*n+i] = a, b, c, d
}
