// Four variables, and a case for each place.
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
	const least = -math.MaxFloat32
	a, b, c, d := float32(least), float32(least), float32(least), float32(least)
	for t := range length {
		v := in[t*n+i]
		switch {
		case v > a:
			a, b, c, d = v, a, b, c
		case v > b:
			b, c, d = v, b, c
		case v > c:
			c, d = v, c
		case v > d:
			d = v
		}
	}
	best[i], best[n+i], best[2*n+i], best[3*n+i] = a, b, c, d // want anywhere `goal missed: \d+\.?\d* cycles, limit 17000` `do the lanes of a warp go different ways`
}
