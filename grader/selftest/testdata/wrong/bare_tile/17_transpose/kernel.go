// Coalesced on both sides; the column of the tile is one bank.
package transpose

import "gpucourse/gpusim/gpu"

const tile, rows = 32, 8

func Transpose(out, in []float32, width, height int) {
	square := gpu.Shared[[tile][tile + 0]float32]()
	left, top := gpu.BlockIdx.X*tile, gpu.BlockIdx.Y*tile
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if x, y := left+gpu.ThreadIdx.X, top+j; x < width && y < height {
			square[j][gpu.ThreadIdx.X] = in[y*width+x]
		}
	}
	gpu.SyncThreads()
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if x, y := top+gpu.ThreadIdx.X, left+j; x < height && y < width {
			out[y*height+x] = square[gpu.ThreadIdx.X][j] // want `bank conflicts, limit 678` `one element more`
		}
	}
}
