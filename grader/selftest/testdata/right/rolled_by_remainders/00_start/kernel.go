// The remainder finds the place, whatever its sign.
package start

import "gpucourse/gpusim/gpu"

func Roll(out, in []float32, n, shift int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		out[i] = in[(i+2*n-shift)%n]
	}
}
