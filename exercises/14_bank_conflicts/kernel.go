// Package bankconflicts is exercise 14. Its three kernels compute the right
// values, move no sector too many, and queue at the banks of shared memory.
// Free the banks; see README.md.
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
// Task: in the second loop, find the banks that the lanes of a warp use in one
// round. Shift the rows against each other so that they are 32 different ones.
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
// Task: the lanes of a warp differ in gpu.ThreadIdx.X. Which index of tile
// should that choose?
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

const (
	classes = 16
	chunk   = 64 * block // elements of one block
)

// Histogram counts how many elements of in fall into each of 16 classes and
// adds the counts to bins: element v, which is not negative, is of class v mod 16.
//
// It is launched with blocks of 128 threads, one for each 8192 elements. Each
// thread counts in 16 counters of its own; at the end 16 threads add them up.
//
// Task: which class comes next nobody knows, so any two lanes may meet in a
// bank. Lay the counters out so that they cannot, whatever the classes. Then
// look at the sums at the end again: they read the same counters in another order.
func Histogram(bins, in []int32, n int) {
	counters := gpu.Shared[[block * classes]int32]()
	t := gpu.ThreadIdx.X
	for c := range classes {
		counters[t*classes+c] = 0
	}
	first := gpu.BlockIdx.X * chunk
	for i := first + t; i < min(first+chunk, n); i += block {
		counters[t*classes+int(in[i]%classes)]++
	}
	gpu.SyncThreads()
	if t < classes {
		sum := int32(0)
		for k := range block {
			sum += counters[k*classes+t]
		}
		gpu.AtomicAdd(&bins[t], sum)
	}
}
