// Rows are taken to lie one right behind the other.
package allocation

import "gpucourse/gpusim/gpu"

func Scale(x []float32, width, height, pitch int, a float32) { // want `x\[381\] was never written` `row 2, column 125`
	if gpu.BlockIdx.X >= height {
		return
	}
	first := gpu.BlockIdx.X * width
	for column := gpu.ThreadIdx.X; column < width; column += gpu.BlockDim.X {
		x[first+column] *= a
	}
}
