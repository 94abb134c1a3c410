// A running end, and one warp per row, whose lanes step over the columns.
package allocation

import "gpucourse/gpusim/gpu"

func up(bytes, unit int32) int32 {
	if rest := bytes % unit; rest > 0 {
		return bytes + unit - rest
	}
	return bytes
}

func Place(offsets, sizes []int32, n, align int) {
	end := int32(0)
	for i := 0; i < n; i++ {
		offsets[i] = end
		end += up(sizes[i], int32(align))
	}
}

func Scale(x []float32, width, height, pitch int, a float32) {
	lane, warp := gpu.ThreadIdx.X%32, gpu.ThreadIdx.X/32
	warps := gpu.GridDim.X * gpu.BlockDim.X / 32
	for row := gpu.BlockIdx.X*gpu.BlockDim.X/32 + warp; row < height; row += warps {
		for column := lane; column < width; column += 32 {
			x[row*pitch/4+column] *= a
		}
	}
}
