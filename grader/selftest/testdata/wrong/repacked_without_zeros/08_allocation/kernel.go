// What lies between two rows stays as it is.
package allocation

import "gpucourse/gpusim/gpu"

func Repack(out, in []float32, width, height, pitch int) { // want anywhere `wrong result: out\[\d+\] was never written`
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < height*width; i += threads {
		out[i/width*(pitch/4)+i%width] = in[i]
	}
}
