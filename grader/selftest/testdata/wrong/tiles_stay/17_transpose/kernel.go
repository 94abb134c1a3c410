// Elements are turned inside their tile, tiles stay where they are.
package transpose

import "gpucourse/gpusim/gpu"

const tile, rows = 32, 8

func Transpose(out, in []float32, width, height int) {
	square := gpu.Shared[[tile][tile + 1]float32]()
	left, top := gpu.BlockIdx.X*tile, gpu.BlockIdx.Y*tile
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if x, y := left+gpu.ThreadIdx.X, top+j; x < width && y < height {
			square[j][gpu.ThreadIdx.X] = in[y*width+x]
		}
	}
	gpu.SyncThreads()
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if x, y := left+gpu.ThreadIdx.X, top+j; x < height && y < width {
			out[y*height+x] = square[gpu.ThreadIdx.X][j] // want `square\[\d+\]\[\d+\] is read by .*, before any thread of block`
		}
	}
}
