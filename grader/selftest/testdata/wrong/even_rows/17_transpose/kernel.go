// The tile has two columns of padding: its rows are even.
package transpose

import "gpucourse/gpusim/gpu"

const tile, rows = 32, 8

func Rotate(out, in []float32, width, height int) {
	square := gpu.Shared[[tile][tile + 2]float32]()
	left, top := gpu.BlockIdx.X*tile, gpu.BlockIdx.Y*tile
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if x, y := left+gpu.ThreadIdx.X, top+j; x < width && y < height {
			square[j][gpu.ThreadIdx.X] = in[y*width+x]
		}
	}
	gpu.SyncThreads()
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if x, y := height-1-top-gpu.ThreadIdx.X, left+j; x >= 0 && y < width {
			out[y*height+x] = square[gpu.ThreadIdx.X][j] // want `bank conflicts, limit 726` `one element more`
		}
	}
}
