// The right pixels, but the lanes of a warp run down a column.
package coalescing

import "gpucourse/gpusim/gpu"

func Brighten(out, in []float32, gain float32, width, height, pitch int) {
	row := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.X
	column := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.Y
	if row < height && column < width {
		out[row*pitch+column] = gain * in[row*pitch+column] // want `goal missed: 32 sectors per load request` `goal missed: 32 sectors per store request` `ThreadIdx.X must choose the column`
	}
}
