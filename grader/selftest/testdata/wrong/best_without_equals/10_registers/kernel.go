// A number that is there twice counts once.
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
	var best [4]int32
	for j := range 4 {
		best[j] = math.MinInt32
	}
	for k := range 64 {
		v := in[k*n+i]
		for j := range 4 {
			if v > best[j] {
				best[j], v = v, best[j]
			} else if v == best[j] {
				break
			}
		}
	}
	for j := range 4 {
		out[j*n+i] = best[j] // want `wrong result: out\[\d+\] has a wrong value`
	}
}
