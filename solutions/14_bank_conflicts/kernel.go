// Package bankconflicts solves exercise 14: the lanes of a warp use 32 different
// banks, by padding, by the order of indices, and by the layout.
package bankconflicts

import "gpucourse/gpusim/gpu"

const (
	columns = 32  // of the matrix whose rows RowSums adds up
	block   = 128 // threads
)

// RowSums adds up each row of a matrix. One element of padding a row lets every
// row begin one bank further on, so that a column crosses all banks.
func RowSums(sums, in []float32, rows int) {
	tile := gpu.Shared[[block][columns + 1]float32]()
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

// Smooth adds up seven neighbours in each row of a picture. The lanes of a warp
// choose the last index of tile, so that they use neighbouring words.
func Smooth(out, in []float32, width, height int) {
	tile := gpu.Shared[[tileY][tileX + 2*radius]float32]()
	y := gpu.BlockIdx.Y*tileY + gpu.ThreadIdx.Y
	for i := gpu.ThreadIdx.X; i < tileX+2*radius; i += tileX {
		pixel := float32(0)
		if x := gpu.BlockIdx.X*tileX + i - radius; x >= 0 && x < width && y < height {
			pixel = in[y*width+x]
		}
		tile[gpu.ThreadIdx.Y][i] = pixel
	}
	gpu.SyncThreads()
	if x := gpu.BlockIdx.X*tileX + gpu.ThreadIdx.X; x < width && y < height {
		sum := float32(0)
		for d := range 2*radius + 1 {
			sum += tile[gpu.ThreadIdx.Y][gpu.ThreadIdx.X+d]
		}
		out[y*width+x] = sum
	}
}

const (
	classes = 16
	chunk   = 64 * block // elements of one block
)

// Histogram counts elements by class. Counters of one class lie side by side,
// one a thread: thread t always uses bank t mod 32, whatever the class. At the
// end each of the 16 threads that add up begins at another counter, since
// classes lie a multiple of 32 words apart.
func Histogram(bins, in []int32, n int) {
	counters := gpu.Shared[[classes][block]int32]()
	t := gpu.ThreadIdx.X
	for c := range classes {
		counters[c][t] = 0
	}
	first := gpu.BlockIdx.X * chunk
	for i := first + t; i < min(first+chunk, n); i += block {
		counters[in[i]%classes][t]++
	}
	gpu.SyncThreads()
	if t < classes {
		sum := int32(0)
		for k := range block {
			sum += counters[t][(k+t)%block]
		}
		gpu.AtomicAdd(&bins[t], sum)
	}
}
