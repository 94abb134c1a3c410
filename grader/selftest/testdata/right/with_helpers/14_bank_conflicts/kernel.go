// Flat tiles with a pitch; helpers for indices.
package bankconflicts

import "gpucourse/gpusim/gpu"

const (
	columns = 32
	block   = 128
	pitch   = columns + 1
)

func RowSums(sums, in []float32, rows int) {
	tile := gpu.Shared[[block * pitch]float32]()
	t, first := gpu.ThreadIdx.X, gpu.BlockIdx.X*block
	lane, warp := t%32, t/32
	for r := warp; r < block; r += block / 32 {
		if first+r < rows {
			tile[r*pitch+lane] = in[(first+r)*columns+lane]
		}
	}
	gpu.SyncThreads()
	if first+t >= rows {
		return
	}
	sum := float32(0)
	for c := 0; c < columns; c++ {
		sum += tile[t*pitch+c]
	}
	sums[first+t] = sum
}

const (
	tileX, tileY = 32, 8
	radius       = 3
)

func Smooth(out, in []float32, width, height int) {
	row := gpu.Shared[[tileY * (tileX + 2*radius)]float32]()[gpu.ThreadIdx.Y*(tileX+2*radius):]
	t, y := gpu.ThreadIdx.X, gpu.BlockIdx.Y*tileY+gpu.ThreadIdx.Y
	left := gpu.BlockIdx.X*tileX - radius
	row[t] = pixel(in, left+t, y, width, height)
	if t < 2*radius {
		row[tileX+t] = pixel(in, left+tileX+t, y, width, height)
	}
	gpu.SyncThreads()
	x := gpu.BlockIdx.X*tileX + t
	if x >= width || y >= height {
		return
	}
	out[y*width+x] = row[t] + row[t+1] + row[t+2] + row[t+3] + row[t+4] + row[t+5] + row[t+6]
}

func pixel(in []float32, x, y, width, height int) float32 {
	if x < 0 || x >= width || y >= height {
		return 0
	}
	return in[y*width+x]
}
