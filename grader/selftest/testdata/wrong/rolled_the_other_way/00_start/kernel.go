// The elements move by -shift.
package start

import "gpucourse/gpusim/gpu"

func Roll(out, in []float32, n, shift int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		out[i] = in[(i+shift+n)%n] // want `wrong result: out\[\d+\] has a wrong value`
	}
}
