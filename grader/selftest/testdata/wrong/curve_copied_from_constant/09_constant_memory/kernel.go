// In shared memory, but each warp reads the whole table from constant memory.
package constant

import "gpucourse/gpusim/gpu"

var Curve gpu.Constant[[256]float32]

func Recolour(out []float32, in []uint32, n int) {
	curve := gpu.Shared[[256]float32]()
	curve[gpu.ThreadIdx.X] = Curve.V[gpu.ThreadIdx.X] // want `goal missed: 2560 constant requests, limit 648`
	gpu.SyncThreads()
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		out[i] = curve[in[i]]
	}
}
