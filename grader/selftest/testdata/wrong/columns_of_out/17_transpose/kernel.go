// Loads run along the rows of in, and stores down the columns of out.
package transpose

import "gpucourse/gpusim/gpu"

const tile, rows = 32, 8

func Rotate(out, in []float32, width, height int) {
	x := gpu.BlockIdx.X*tile + gpu.ThreadIdx.X
	for j := 0; j < tile; j += rows {
		y := gpu.BlockIdx.Y*tile + gpu.ThreadIdx.Y + j
		if x < width && y < height {
			out[x*height+height-1-y] = in[y*width+x] // want `sectors per store request, limit 5` `along a row of out`
		}
	}
}
