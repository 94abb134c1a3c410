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

// Axes turns a tile of a row through all planes, and leaves the rows where they are. All four loads
// of a thread are under way before the first is stored.
func Axes(out, in []float32, width, height, depth int) {
	square := gpu.Shared[[tile][tile + 1]float32]()
	left, front, y := gpu.BlockIdx.X*tile, gpu.BlockIdx.Y*tile, gpu.BlockIdx.Z
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	var numbers [tile / rows]float32
	for k := range numbers {
		if x, z := left+tx, front+ty+rows*k; x < width && z < depth {
			numbers[k] = in[(z*height+y)*width+x]
		}
	}
	for k, v := range numbers {
		square[ty+rows*k][tx] = v
	}
	gpu.SyncThreads()
	for j := 0; j < tile; j += rows {
		if z, x := front+tx, left+ty+j; x < width && z < depth {
			out[(x*height+y)*depth+z] = square[tx][ty+j]
		}
	}
}
