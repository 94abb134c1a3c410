// Package bankconflicts solves exercise 14: the lanes of a warp use 32 different
// banks, by padding, by the order of indices, and by the layout.
package bankconflicts

import (
	"math/bits"

	"gpucourse/gpusim/gpu"
)

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

// BitReverse brings a row into shared memory as it lies, and reads it in the other order. The lanes of a
// warp read elements 32 apart; a word of padding after each 32 elements lets them lie in 32 banks.
func BitReverse(out, in []float32) {
	row := gpu.Shared[[1024 + 1024/columns]float32]()
	first := gpu.BlockIdx.X * 1024
	for k := gpu.ThreadIdx.X; k < 1024; k += 256 {
		row[k+k/columns] = in[first+k]
	}
	gpu.SyncThreads()
	for k := gpu.ThreadIdx.X; k < 1024; k += 256 {
		r := int(bits.Reverse32(uint32(k)) >> 22)
		out[first+k] = row[r+r/columns]
	}
}
