// The table in global memory, looked up there.
package constant

import "gpucourse/gpusim/gpu"

var Curve gpu.Global[[256]float32]

func Recolour(out []float32, in []uint32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		out[i] = Curve.V[in[i]] // want `goal missed: 9111 sectors loaded and stored, limit 3200` `load the table into shared memory once`
	}
}
