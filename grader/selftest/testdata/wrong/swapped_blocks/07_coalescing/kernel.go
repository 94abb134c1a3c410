// Rows and columns are exchanged altogether, which fits square pictures only.
package coalescing

import "gpucourse/gpusim/gpu"

func Brighten(out, in []float32, gain float32, width, height, pitch int) { // want `was never written` `passed +width = 127, height = 128`
	x := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	y := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if x < width && y < height {
		out[y*pitch+x] = gain * in[y*pitch+x]
	}
}
