// The list begins with the first number, and grows.
package registers

import (
	"math"

	"gpucourse/gpusim/gpu"
)

func Best(out, in []int32, n int) {
	i := gpu.ThreadIdx.X + gpu.BlockDim.X*gpu.BlockIdx.X
	if i < n {
		first, second, third, fourth := in[i], int32(math.MinInt32), int32(math.MinInt32), int32(math.MinInt32)
		for k := 1; k < 64; k++ {
			v := in[n*k+i]
			v, first = min(v, first), max(v, first)
			v, second = min(v, second), max(v, second)
			v, third = min(v, third), max(v, third)
			fourth = max(v, fourth)
		}
		out[i] = first
		out[i+n] = second
		out[i+2*n] = third
		out[i+3*n] = fourth
	}
}
