// The same element a thread, the other way round: now the loads are strided.
package transpose

import "gpucourse/gpusim/gpu"

const tile, rows = 32, 8

func Transpose(out, in []float32, width, height int) {
	x := gpu.BlockIdx.Y*tile + gpu.ThreadIdx.X
	for j := 0; j < tile; j += rows {
		y := gpu.BlockIdx.X*tile + gpu.ThreadIdx.Y + j
		if x < height && y < width {
			out[y*height+x] = in[x*width+y] // want `sectors per load request, limit 5` `along a row of in`
		}
	}
}
