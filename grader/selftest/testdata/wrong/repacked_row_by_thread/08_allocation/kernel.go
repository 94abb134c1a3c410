// A thread does a whole row.
package allocation

import "gpucourse/gpusim/gpu"

func Repack(out, in []float32, width, height, pitch int) { // want anywhere `sectors stored, limit` `sectors loaded, limit` `cycles, limit`
	stride := pitch / 4
	for row := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; row < height; row += gpu.GridDim.X * gpu.BlockDim.X {
		for column := range stride {
			v := float32(0)
			if column < width {
				v = in[row*width+column]
			}
			out[row*stride+column] = v
		}
	}
}
