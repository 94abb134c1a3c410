// The number of the block in y is forgotten.
package coalescing

import "gpucourse/gpusim/gpu"

func Mirror(out, in []float32, width, height, pitch int) { // want anywhere `was never written`
	t := gpu.BlockIdx.X*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	for ; t < width*height; t += gpu.GridDim.X * gpu.BlockDim.Y * 256 {
		x, y := t%width, t/width
		out[y*pitch+x] = in[y*pitch+width-1-x]
	}
}
