// No tile, no conflicts: every pixel is loaded seven times.
package bankconflicts

import "gpucourse/gpusim/gpu"

func Smooth(out, in []float32, width, height int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if x >= width || y >= height {
		return
	}
	sum := float32(0)
	for d := -3; d <= 3; d++ {
		if x+d >= 0 && x+d < width {
			sum += in[y*width+x+d] // want `sectors loaded and stored, limit 37269`
		}
	}
	out[y*width+x] = sum
}
