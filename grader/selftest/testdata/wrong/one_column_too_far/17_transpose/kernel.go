// The columns of out are counted from height, not from height-1.
package transpose

import "gpucourse/gpusim/gpu"

const tile, rows = 32, 8

func Rotate(out, in []float32, width, height int) {
	square := gpu.Shared[[tile][tile + 1]float32]()
	left, top := gpu.BlockIdx.X*tile, gpu.BlockIdx.Y*tile
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if x, y := left+gpu.ThreadIdx.X, top+j; x < width && y < height {
			square[j][gpu.ThreadIdx.X] = in[y*width+x]
		}
	}
	gpu.SyncThreads()
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if x, y := height-top-gpu.ThreadIdx.X, left+j; x >= 0 && y < width {
			out[y*height+x] = square[gpu.ThreadIdx.X][j] // want anywhere `no thread` `out\[0\] was never written`
		}
	}
}
