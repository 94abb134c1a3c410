// Package allocation is exercise 08: dividing a block of memory, and walking over
// pitched rows. Two functions compute the right values in a wasteful way, and the third
// is yours; see README.md.
package allocation

import "gpucourse/gpusim/gpu"

// Place divides a block of memory among n requests: offsets[i] is where request i
// begins, in bytes from the start of the block. The requests lie one behind the
// other in their order, each of sizes[i] bytes, and each begins at a multiple of
// align, as close to the one before as that allows.
//
// It is launched with one thread, and works as a host function would.
//
// Task: reach the goal of README.md with the same results: few load requests.
func Place(offsets, sizes []int32, n, align int) {
	unit := int32(align)
	for i := range n {
		at := int32(0)
		for j := range i {
			at += (sizes[j] + unit - 1) / unit * unit
		}
		offsets[i] = at
	}
}

// Scale multiplies the elements of a matrix by a. The matrix has height rows of
// width elements; a row begins pitch bytes after the one before, and what lies
// between two rows stays as it is.
//
// It is launched with a block of 128 threads for each row, rounded up to eight
// blocks.
//
// Task: reach the goals of README.md with the same results: few sectors loaded and stored.
func Scale(x []float32, width, height, pitch int, a float32) {
	row := gpu.BlockIdx.X
	if row < height && gpu.ThreadIdx.X == 0 {
		first := row * pitch / 4
		for column := range width {
			x[first+column] *= a
		}
	}
}

// Repack copies a matrix without gaps to pitched rows. in has height rows of width elements, one behind the other. Row r of out
// begins r·pitch bytes after the first row; its first width elements are those of the row, and its others become 0, up to the
// pitch. pitch is a multiple of 512, and at least 4·width. Elements of out behind the last row stay as they are.
//
// It is launched in blocks of 128, with about an eighth as many threads as out has elements.
func Repack(out, in []float32, width, height, pitch int) {
}
