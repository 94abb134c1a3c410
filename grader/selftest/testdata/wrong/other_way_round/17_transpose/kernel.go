// Turned the other way: the right column becomes the first row.
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
		if x, y := top+gpu.ThreadIdx.X, width-1-left-j; x < height && y >= 0 {
			out[y*height+x] = square[gpu.ThreadIdx.X][j] // want `out\[0\] has a wrong value` `in\[16129\], row 127, column 0`
		}
	}
}
