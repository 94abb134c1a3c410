// Package transpose is exercise 17. Its three kernels compute the right values, and take
// more requests and sectors than the numbers need; see README.md.
package transpose

import "gpucourse/gpusim/gpu"

const (
	tile = 32 // elements on each side of the square that a block turns
	rows = 8  // of threads in a block: each thread has tile/rows elements
)

// Transpose writes the transposed matrix: out(y, x) = in(x, y). The matrix in
// has height rows of width elements, element (x, y) is in[y·width + x]; out has
// width rows of height elements.
//
// It is launched with blocks of 32×8 threads, one block for each 32×32 tile.
//
// Wanted: no request of a load or a store may need more sectors than its 32 numbers fill, at any
// width and height.
func Transpose(out, in []float32, width, height int) {
	x := gpu.BlockIdx.X*tile + gpu.ThreadIdx.X
	for j := 0; j < tile; j += rows {
		y := gpu.BlockIdx.Y*tile + gpu.ThreadIdx.Y + j
		if x < width && y < height {
			out[x*height+y] = in[y*width+x]
		}
	}
}

// Rotate turns a picture clockwise by a quarter: the left column of in, from
// bottom to top, becomes the first row of out. The picture in has height rows of width
// pixels, out has width rows of height pixels, and
// out(x, y) = in(y, height−1−x).
//
// It is launched with blocks of 32×8 threads, one block for each 32×32 tile of in.
//
// Wanted: the same as of Transpose.
func Rotate(out, in []float32, width, height int) {
	x := gpu.BlockIdx.Y*tile + gpu.ThreadIdx.X
	for j := 0; j < tile; j += rows {
		y := gpu.BlockIdx.X*tile + gpu.ThreadIdx.Y + j
		if x < height && y < width {
			out[y*height+x] = in[(height-1-x)*width+y]
		}
	}
}

// Axes reverses the order of the axes of a box of numbers. The box in has depth planes of height
// rows of width numbers, and number (x, y, z) is in[(z·height + y)·width + x]. In out it is number
// (z, y, x): out[(x·height + y)·depth + z].
//
// It is launched with blocks of 32×8 threads. Block (i, j, y) has the numbers of row y with x from
// 32i to 32i+31, and z from 32j to 32j+31.
//
// Wanted: as few cycles as you can; README.md says what par is.
func Axes(out, in []float32, width, height, depth int) {
	x, y := gpu.BlockIdx.X*tile+gpu.ThreadIdx.X, gpu.BlockIdx.Z
	for j := 0; j < tile; j += rows {
		z := gpu.BlockIdx.Y*tile + gpu.ThreadIdx.Y + j
		if x < width && z < depth {
			out[(x*height+y)*depth+z] = in[(z*height+y)*width+x]
		}
	}
}
