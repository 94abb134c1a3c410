// Package transpose is exercise 17. Its three kernels compute the right values,
// and each must use global memory against the grain on one side. Let shared
// memory take the turn; see README.md.
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
// Task: loads are coalesced, stores run down a column. Put the tile into shared
// memory, by rows; then store it by the rows of out. The tile may stick out over
// an edge, on either side.
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
// Task: as Transpose, but where does each tile go?
func Rotate(out, in []float32, width, height int) {
	x := gpu.BlockIdx.Y*tile + gpu.ThreadIdx.X
	for j := 0; j < tile; j += rows {
		y := gpu.BlockIdx.X*tile + gpu.ThreadIdx.Y + j
		if x < height && y < width {
			out[y*height+x] = in[(height-1-x)*width+y]
		}
	}
}

const block = 128 // threads of a block of Split

// Split makes three arrays of an array of n points with three coordinates each:
// x[i] = points[3i], y[i] = points[3i+1], z[i] = points[3i+2].
//
// It is launched with n threads, rounded up to whole blocks of 128.
//
// Task: the stores are fine, each of the three loads uses a third of what it
// moves. Bring the points of a block into shared memory first, as they lie.
func Split(x, y, z, points []float32, n int) {
	i := gpu.BlockIdx.X*block + gpu.ThreadIdx.X
	if i < n {
		x[i] = points[3*i]
		y[i] = points[3*i+1]
		z[i] = points[3*i+2]
	}
}
