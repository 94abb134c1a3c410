// The pitch is in bytes, an index in elements.
package allocation

import "gpucourse/gpusim/gpu"

func Scale(x []float32, width, height, pitch int, a float32) {
	if gpu.BlockIdx.X >= height {
		return
	}
	first := gpu.BlockIdx.X * pitch
	for column := gpu.ThreadIdx.X; column < width; column += gpu.BlockDim.X {
		x[first+column] *= a // want `index`
	}
}
