// Package allocation is exercise 08: dividing a block of memory, and walking over
// pitched rows. Both functions compute the right values in a wasteful way; see
// README.md.
package allocation

import "gpucourse/gpusim/gpu"

// Place divides a block of memory among n requests: offsets[i] is where request i
// begins, in bytes from the start of the block. The requests lie one behind the
// other in their order, each of sizes[i] bytes, and each begins at a multiple of
// align, as close to the one before as that allows.
//
// It is launched with one thread: so a host function would do it.
//
// Task: every request adds up all the sizes before it again. Read each size once.
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
// Task: one thread of each block walks along the row. Let all threads of the block
// share it, so that a warp uses the alignment that the pitch is for.
func Scale(x []float32, width, height, pitch int, a float32) {
	row := gpu.BlockIdx.X
	if row < height && gpu.ThreadIdx.X == 0 {
		first := row * pitch / 4
		for column := range width {
			x[first+column] *= a
		}
	}
}
