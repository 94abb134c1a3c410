// No padding: each row of the tile lies in another order.
package transpose

import "gpucourse/gpusim/gpu"

const tile, rows = 32, 8

func Transpose(out, in []float32, width, height int) {
	square := gpu.Shared[[tile][tile]float32]()
	left, top, t := gpu.BlockIdx.X*tile, gpu.BlockIdx.Y*tile, gpu.ThreadIdx.X
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if x, y := left+t, top+j; x < width && y < height {
			square[j][t^j] = in[y*width+x]
		}
	}
	gpu.SyncThreads()
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if x, y := top+t, left+j; x < height && y < width {
			out[y*height+x] = square[t][j^t]
		}
	}
}
