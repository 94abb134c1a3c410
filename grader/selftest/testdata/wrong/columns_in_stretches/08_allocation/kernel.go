// Each thread has a stretch of columns: neighbours in a warp are two apart.
package allocation

import "gpucourse/gpusim/gpu"

func Scale(x []float32, width, height, pitch int, a float32) {
	if gpu.BlockIdx.X >= height {
		return
	}
	first := gpu.BlockIdx.X * pitch / 4
	each := (width + gpu.BlockDim.X - 1) / gpu.BlockDim.X
	for k := range each {
		column := gpu.ThreadIdx.X*each + k
		if column < width {
			x[first+column] *= a // want `sectors`
		}
	}
}
