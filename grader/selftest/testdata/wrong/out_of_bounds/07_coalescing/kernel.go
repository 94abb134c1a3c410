// An element of a plane is looked for where it is in the packed picture.
package coalescing

import "gpucourse/gpusim/gpu"

func Interleave(rgb, r, g, b []float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for j := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; j < 3*n; j += threads {
		v := r[j] // want `r` `out of|outside|beyond`
		if j%3 == 1 {
			v = g[j/3]
		}
		if j%3 == 2 {
			v = b[j/3]
		}
		rgb[j] = v
	}
}
