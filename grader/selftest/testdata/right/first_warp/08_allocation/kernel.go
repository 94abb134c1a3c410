// Offsets by the one before, and a loop over the lanes' columns.
package allocation

import "gpucourse/gpusim/gpu"

func Place(offsets, sizes []int32, n, align int) {
	unit := int32(align)
	offsets[0] = 0
	last := int32(0)
	for i := 1; i < n; i++ {
		last += (sizes[i-1] + unit - 1) / unit * unit
		offsets[i] = last
	}
}

func Scale(x []float32, width, height, pitch int, a float32) {
	row, lane := gpu.BlockIdx.X, gpu.ThreadIdx.X
	if row >= height || lane >= 32 {
		return
	}
	start := row * (pitch / 4)
	for first := 0; first < width; first += 32 {
		if column := first + lane; column < width {
			x[start+column] = a * x[start+column]
		}
	}
}
