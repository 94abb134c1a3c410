// Package allocation is the solution of exercise 08: a running sum, and blocks
// that share their rows.
package allocation

import "gpucourse/gpusim/gpu"

// Place remembers where the next request may begin.
func Place(offsets, sizes []int32, n, align int) {
	unit, at := int32(align), int32(0)
	for i := range n {
		offsets[i] = at
		at += (sizes[i] + unit - 1) / unit * unit
	}
}

// Scale gives neighbouring columns to neighbouring threads.
func Scale(x []float32, width, height, pitch int, a float32) {
	row := gpu.BlockIdx.X
	if row >= height {
		return
	}
	first := row * pitch / 4
	for column := gpu.ThreadIdx.X; column < width; column += gpu.BlockDim.X {
		x[first+column] *= a
	}
}

// Repack walks over the elements of out. Its rows begin at sectors, so that no store shares one.
func Repack(out, in []float32, width, height, pitch int) {
	stride := pitch / 4
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < height*stride; i += threads {
		row, column := i/stride, i%stride
		v := float32(0)
		if column < width {
			v = in[row*width+column]
		}
		out[i] = v
	}
}
