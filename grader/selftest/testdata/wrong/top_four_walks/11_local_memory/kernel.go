// Four walks along the series: each finds the largest below what the walks before have found.
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
	above, taken := float32(math.Inf(1)), 0
	for r := 0; r < 4; {
		most, count := float32(-math.MaxFloat32), 0
		for t := range length {
			v := in[t*n+i] // want anywhere `goal missed: \d+ global sectors loaded, limit` `load each value once`
			if v < above && v > most {
				most, count = v, 0
			}
			if v == most {
				count++
			}
		}
		for taken = 0; taken < count && r < 4; taken++ {
			best[r*n+i] = most
			r++
		}
		above = most
	}
}
