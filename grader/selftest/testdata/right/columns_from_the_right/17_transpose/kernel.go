// The tile is mirrored when it is filled.
package transpose

import "gpucourse/gpusim/gpu"

const tile, rows = 32, 8

func Rotate(out, in []float32, width, height int) {
	square := gpu.Shared[[tile * (tile + 1)]float32]()
	left, bottom := gpu.BlockIdx.X*tile, height-1-gpu.BlockIdx.Y*tile
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if x, y := left+gpu.ThreadIdx.X, bottom-j; x < width && y >= 0 {
			square[j*(tile+1)+gpu.ThreadIdx.X] = in[y*width+x]
		}
	}
	gpu.SyncThreads()
	for j := gpu.ThreadIdx.Y; j < tile; j += rows {
		if x, y := gpu.BlockIdx.Y*tile+gpu.ThreadIdx.X, left+j; x < height && y < width {
			out[y*height+x] = square[gpu.ThreadIdx.X*(tile+1)+j]
		}
	}
}
