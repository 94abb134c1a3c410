// The place of a value is an index that the compiler does not know.
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
		v, place := in[t*n+i], 4
		for place > 0 && v > kept[place-1] { // want anywhere `goal missed: \d+ sectors of local memory, limit 0` `what does the compiler not know about its index`
			place--
		}
		for r := 3; r > place; r-- {
			kept[r] = kept[r-1]
		}
		if place < 4 {
			kept[place] = v
		}
	}
	for r := range 4 {
		best[r*n+i] = kept[r]
	}
}
