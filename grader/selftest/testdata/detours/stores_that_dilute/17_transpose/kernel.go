// Package transpose repeats stores of one lane, which lower the average.
package transpose

import "gpucourse/gpusim/gpu"

const (
	tile = 32 // elements on each side of the square that a block turns
	rows = 8  // of threads in a block
)

// Transpose stores as the stub does.
func Transpose(out, in []float32, width, height int) { // want anywhere `sectors per store request, but \d+ sectors stored` `bank conflicts, but`
	x := gpu.BlockIdx.X*tile + gpu.ThreadIdx.X
	for j := 0; j < tile; j += rows {
		y := gpu.BlockIdx.Y*tile + gpu.ThreadIdx.Y + j
		if x < width && y < height {
			v := in[y*width+x]
			out[x*height+y] = v
			if gpu.ThreadIdx.X == 0 {
				for range 10 {
					gpu.StoreVolatile(&out[x*height+y], v)
				}
			}
		}
	}
}
