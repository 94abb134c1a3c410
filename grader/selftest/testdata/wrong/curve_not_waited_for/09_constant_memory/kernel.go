// Looked up before it is all there.
package constant

import "gpucourse/gpusim/gpu"

var Curve gpu.Global[[256]float32]

func Recolour(out []float32, in []uint32, n int) {
	curve := gpu.Shared[[256]float32]()
	curve[gpu.ThreadIdx.X] = Curve.V[gpu.ThreadIdx.X] // want `is written by .*no barrier between`
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		out[i] = curve[in[i]]
	}
}
