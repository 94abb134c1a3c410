// Package transpose solves exercise 17: global memory is used by rows on both
// sides, and the turn happens in shared memory.
package transpose

import "gpucourse/gpusim/gpu"

const (
	tile = 32 // elements on each side of the square that a block turns
	rows = 8  // of threads in a block: each thread has tile/rows elements
)

// Transpose writes the transposed matrix. One column of padding lets the lanes
// read a column of the tile from 32 different banks.
func Transpose(out, in []float32, width, height int) {
	square := gpu.Shared[[tile][tile + 1]float32]()
	left, top := gpu.BlockIdx.X*tile, gpu.BlockIdx.Y*tile
	for j := 0; j < tile; j += rows {
		if x, y := left+gpu.ThreadIdx.X, top+gpu.ThreadIdx.Y+j; x < width && y < height {
			square[gpu.ThreadIdx.Y+j][gpu.ThreadIdx.X] = in[y*width+x]
		}
	}
	gpu.SyncThreads()
	for j := 0; j < tile; j += rows {
		if x, y := top+gpu.ThreadIdx.X, left+gpu.ThreadIdx.Y+j; x < height && y < width {
			out[y*height+x] = square[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+j]
		}
	}
}

// Rotate turns a picture clockwise by a quarter. Rows of the tile become
// columns as in Transpose, and the columns of out are counted from the right.
func Rotate(out, in []float32, width, height int) {
	square := gpu.Shared[[tile][tile + 1]float32]()
	left, top := gpu.BlockIdx.X*tile, gpu.BlockIdx.Y*tile
	for j := 0; j < tile; j += rows {
		if x, y := left+gpu.ThreadIdx.X, top+gpu.ThreadIdx.Y+j; x < width && y < height {
			square[gpu.ThreadIdx.Y+j][gpu.ThreadIdx.X] = in[y*width+x]
		}
	}
	gpu.SyncThreads()
	for j := 0; j < tile; j += rows {
		if x, y := height-1-top-gpu.ThreadIdx.X, left+gpu.ThreadIdx.Y+j; x >= 0 && y < width {
			out[y*height+x] = square[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+j]
		}
	}
}

const block = 128 // threads of a block of Split

// Split makes three arrays of an array of points. The lanes read words 3 apart
// from shared memory: 3 is odd, so that they lie in 32 different banks.
func Split(x, y, z, points []float32, n int) {
	words := gpu.Shared[[3 * block]float32]()
	first := gpu.BlockIdx.X * block
	for k := gpu.ThreadIdx.X; k < 3*block; k += block {
		if 3*first+k < 3*n {
			words[k] = points[3*first+k]
		}
	}
	gpu.SyncThreads()
	t := gpu.ThreadIdx.X
	if i := first + t; i < n {
		x[i], y[i], z[i] = words[3*t], words[3*t+1], words[3*t+2]
	}
}
