// First all elements, then all zeros.
package allocation

import "gpucourse/gpusim/gpu"

func Repack(out, in []float32, width, height, pitch int) {
	stride := pitch / 4
	threads := gpu.GridDim.X * gpu.BlockDim.X
	me := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for i := me; i < height*stride; i += threads {
		row := i / stride
		column := i - row*stride
		if column >= width {
			out[i] = 0
		}
	}
	for i := me; i < height*stride; i += threads {
		row := i / stride
		column := i - row*stride
		if column < width {
			out[i] = in[row*width+column]
		}
	}
}
