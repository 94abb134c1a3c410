// The four begin with 0, so that negative values have no place.
package local

import (
	"gpucourse/gpusim/gpu"
)

func Top(best, in []float32, n, length int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var kept [4]float32
	for t := range length {
		v := in[t*n+i]
		for r := range kept {
			kept[r], v = max(kept[r], v), min(kept[r], v)
		}
	}
	for r, v := range kept {
		best[r*n+i] = v // want anywhere `wrong result: best\[\d+\] has a wrong value` `place 3 of series` `do negative values have a place`
	}
}
