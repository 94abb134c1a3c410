// Threads are numbered block by block; each takes a pixel of in.
package coalescing

import "gpucourse/gpusim/gpu"

func Mirror(out, in []float32, width, height, pitch int) {
	number := gpu.BlockDim.Y*(gpu.BlockIdx.X+gpu.GridDim.X*gpu.BlockIdx.Y) + gpu.ThreadIdx.Y
	row := number / width
	column := number - row*width
	if row < height {
		out[row*pitch+width-column-1] = in[row*pitch+column]
	}
}
