// Blocks that have no row go on as if they had one.
package allocation

import "gpucourse/gpusim/gpu"

func Scale(x []float32, width, height, pitch int, a float32) {
	first := gpu.BlockIdx.X * pitch / 4
	for column := gpu.ThreadIdx.X; column < width; column += gpu.BlockDim.X {
		x[first+column] *= a // want `index 256 is out of range`
	}
}
