// Each block has 256 pixels in a row of the numbering, and each of its threads one.
package coalescing

import "gpucourse/gpusim/gpu"

func Mirror(out, in []float32, width, height, pitch int) {
	const threads = 256
	begin := (gpu.BlockIdx.X + gpu.BlockIdx.Y*gpu.GridDim.X) * threads
	y := begin / width
	x := begin%width + gpu.ThreadIdx.Y
	for x >= width {
		x -= width
		y++
	}
	if y < height {
		from, to := in[y*pitch:], out[y*pitch:]
		to[x] = from[width-1-x]
	}
}
