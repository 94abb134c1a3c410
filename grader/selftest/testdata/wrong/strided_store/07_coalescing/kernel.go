// Each plane is stored in a loop of its own, and each store still leaves gaps.
package coalescing

import "gpucourse/gpusim/gpu"

func Interleave(rgb, r, g, b []float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		rgb[3*i] = r[i] // want `goal missed: 12 sectors per store request, limit 5` `goal missed: .* sectors loaded and stored`
		rgb[3*i+1] = g[i]
		rgb[3*i+2] = b[i]
	}
}
