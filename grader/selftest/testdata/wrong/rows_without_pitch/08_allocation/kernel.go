// Rows are taken to lie one right behind the other.
package allocation

import "gpucourse/gpusim/gpu"

func Scale(x []float32, width, height, pitch int, a float32) {
	if gpu.BlockIdx.X >= height {
		return
	}
	first := gpu.BlockIdx.X * width
	for column := gpu.ThreadIdx.X; column < width; column += gpu.BlockDim.X {
		x[first+column] *= a // want `x\[127\] was written, but is no part of the result` `row 0, column 127`
	}
}
