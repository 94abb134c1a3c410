// Each thread takes an element of in, and looks where it goes.
package start

import "gpucourse/gpusim/gpu"

func Roll(out, in []float32, n, shift int) {
	if shift < 0 {
		shift += n
	}
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		to := i + shift
		if to >= n {
			to -= n
		}
		out[to] = in[i]
	}
}
