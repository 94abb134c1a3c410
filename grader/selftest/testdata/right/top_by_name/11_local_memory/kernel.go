// Four variables, without an array.
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
	for at := i; at < length*n; at += n {
		v := in[at]
		d = max(d, min(c, v))
		c = max(c, min(b, v))
		b = max(b, min(a, v))
		a = max(a, v)
	}
	best[i], best[n+i], best[2*n+i], best[3*n+i] = a, b, c, d
}
