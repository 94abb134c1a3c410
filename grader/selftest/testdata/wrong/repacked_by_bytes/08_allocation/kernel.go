// The pitch is taken for elements.
package allocation

import "gpucourse/gpusim/gpu"

func Repack(out, in []float32, width, height, pitch int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < height*pitch; i += threads {
		v := float32(0)
		if i%pitch < width {
			v = in[i/pitch*width+i%pitch]
		}
		out[i] = v // want `writing out: index \d+ is out of range|was written, but is no part of the result`
	}
}
