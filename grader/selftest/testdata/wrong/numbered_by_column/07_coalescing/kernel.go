// Every pixel has its thread, but neighbouring threads have distant pixels.
package coalescing

import "gpucourse/gpusim/gpu"

func Interleave(rgb, r, g, b []float32, n int) {
	i := gpu.ThreadIdx.X*gpu.GridDim.X + gpu.BlockIdx.X
	if i < n {
		rgb[3*i] = r[i] // want `goal missed: 32 sectors per load request` `goal missed: 32 sectors per store request`
		rgb[3*i+1] = g[i]
		rgb[3*i+2] = b[i]
	}
}
