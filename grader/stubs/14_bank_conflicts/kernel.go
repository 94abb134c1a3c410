// Package bankconflicts is exercise 14. Two of its kernels compute the right
// values, move no sector too many, and queue at the banks of shared memory. Of the
// third you have a profile; see README.md.
package bankconflicts

import "gpucourse/gpusim/gpu"

const (
	columns = 32  // of the matrix whose rows RowSums adds up
	block   = 128 // threads
)

// RowSums adds up each row of a matrix with rows rows and 32 columns:
// sums[r] = in[32r] + in[32r+1] + … + in[32r+31].
//
// It is launched with blocks of 128 threads, one thread a row. A block first
// brings its 128 rows into shared memory, coalesced.
//
// Wanted: as many wavefronts as there are requests, or nearly.
func RowSums(sums, in []float32, rows int) {
	tile := gpu.Shared[[block][columns]float32]()
	first := gpu.BlockIdx.X * block
	for i := gpu.ThreadIdx.X; i < block*columns; i += block {
		if first+i/columns < rows {
			tile[i/columns][i%columns] = in[first*columns+i]
		}
	}
	gpu.SyncThreads()
	if row := first + gpu.ThreadIdx.X; row < rows {
		sum := float32(0)
		for c := range columns {
			sum += tile[gpu.ThreadIdx.X][c]
		}
		sums[row] = sum
	}
}

const (
	tileX, tileY = 32, 8
	radius       = 3
)

// Smooth adds up seven neighbours in each row of a width×height picture:
// out(x, y) = in(x−3, y) + in(x−2, y) + … + in(x+3, y), where pixels outside the
// picture count as 0. Pixel (x, y) is element y·width + x.
//
// It is launched with blocks of 32×8 threads that cover the picture. A block
// brings its pixels, and three more at each end of a row, into shared memory.
//
// Wanted: the same, and the cycles of README.md.
func Smooth(out, in []float32, width, height int) {
	tile := gpu.Shared[[tileX + 2*radius][tileY]float32]()
	y := gpu.BlockIdx.Y*tileY + gpu.ThreadIdx.Y
	for i := gpu.ThreadIdx.X; i < tileX+2*radius; i += tileX {
		pixel := float32(0)
		if x := gpu.BlockIdx.X*tileX + i - radius; x >= 0 && x < width && y < height {
			pixel = in[y*width+x]
		}
		tile[i][gpu.ThreadIdx.Y] = pixel
	}
	gpu.SyncThreads()
	if x := gpu.BlockIdx.X*tileX + gpu.ThreadIdx.X; x < width && y < height {
		sum := float32(0)
		for d := range 2*radius + 1 {
			sum += tile[gpu.ThreadIdx.X+d][gpu.ThreadIdx.Y]
		}
		out[y*width+x] = sum
	}
}

// BitReverse reorders rows of 1024 elements. Element k of a row of out is element r of the same row of
// in, where the ten bits of r are those of k in reverse order: k = 1 gives r = 512, and k = 3 gives r = 768.
//
// It is launched with one block of 256 threads per row.
//
// Write it so that its counters are those of the profile in README.md.
func BitReverse(out, in []float32) {
}
