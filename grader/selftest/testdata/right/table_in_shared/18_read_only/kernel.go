// The curve lies in shared memory; the window comes by shuffles.
package readonly

import "gpucourse/gpusim/gpu"

var Curve gpu.Global[[256]float32]

func Recolour(out []float32, in []uint32, n int) {
	table := gpu.Shared[[256]float32]()
	for k := gpu.ThreadIdx.X; k < 256; k += gpu.BlockDim.X {
		table[k] = gpu.Ldg(&Curve.V[k])
	}
	gpu.SyncThreads()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = table[in[i]]
	}
}
