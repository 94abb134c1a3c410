// Through shared memory, and then still down the columns of out.
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
		if x, y := left+gpu.ThreadIdx.X, top+j; x < width && y < height {
			out[x*height+y] = square[j][gpu.ThreadIdx.X] // want `sectors per store request, limit 5` `indices change places`
		}
	}
}
