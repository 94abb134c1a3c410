// A value that is larger than that of a place changes places with it.
package local

import (
	"math"

	"gpucourse/gpusim/gpu"
)

func Top(best, in []float32, n, length int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var kept [4]float32
	for r := range kept {
		kept[r] = -math.MaxFloat32
	}
	for t := range length {
		v := in[t*n+i]
		for r := range kept {
			if old := kept[r]; v > old {
				kept[r], v = v, old
			}
		}
	}
	for r, v := range kept {
		best[r*n+i] = v
	}
}
