// The mapping is right; the blocks stick out over the picture.
package coalescing

import "gpucourse/gpusim/gpu"

func Brighten(out, in []float32, gain float32, width, height, pitch int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	out[y*pitch+x] = gain * in[y*pitch+x] // want `out\[127\] was written, but is no part of the result` `thread \(31, 0, 0\) of block \(3, 0, 0\)`
}
