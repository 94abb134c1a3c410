// Threads outside of in end at once; some of them had to store.
package transpose

import "gpucourse/gpusim/gpu"

const tile, rows = 32, 8

func Transpose(out, in []float32, width, height int) {
	square := gpu.Shared[[tile][tile + 1]float32]()
	left, top := gpu.BlockIdx.X*tile, gpu.BlockIdx.Y*tile
	if left+gpu.ThreadIdx.X >= width {
		return
	}
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if y := top + j; y < height {
			square[j][gpu.ThreadIdx.X] = in[y*width+left+gpu.ThreadIdx.X]
		}
	}
	gpu.SyncThreads()
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if x, y := top+gpu.ThreadIdx.X, left+j; x < height && y < width {
			out[y*height+x] = square[gpu.ThreadIdx.X][j] // want anywhere `out\[12319\] was never written` `row 96, column 31 of out`
		}
	}
}
