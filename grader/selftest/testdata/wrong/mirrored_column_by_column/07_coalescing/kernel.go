// Each block does a column, as its shape suggests.
package coalescing

import "gpucourse/gpusim/gpu"

func Mirror(out, in []float32, width, height, pitch int) {
	x, y := gpu.BlockIdx.X, gpu.BlockIdx.Y*gpu.BlockDim.Y+gpu.ThreadIdx.Y
	if y < height {
		out[y*pitch+x] = in[y*pitch+width-1-x] // want `32 sectors per load request, limit` `32 sectors per store request, limit` `cycles, limit`
	}
}
