// The padding moves, too.
package coalescing

import "gpucourse/gpusim/gpu"

func Mirror(out, in []float32, width, height, pitch int) { // want anywhere `out\[0\] was never written`
	t := (gpu.BlockIdx.Y*gpu.GridDim.X+gpu.BlockIdx.X)*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if t >= width*height {
		return
	}
	x, y := t%width, t/width
	out[y*pitch+pitch-1-x] = in[y*pitch+x]
}
