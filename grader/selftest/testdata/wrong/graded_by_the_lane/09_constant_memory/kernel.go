// Gain and Offset are exchanged.
package constant

import "gpucourse/gpusim/gpu"

var (
	Gain   gpu.Constant[[16]float32]
	Offset gpu.Constant[[16]float32]
)

func Grade(out, in []float32, n int) {
	first := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	gain, offset := Offset.V[first%16], Gain.V[first%16]
	for i := first; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		out[i] = gain*in[i] + offset // want `wrong result: out\[\d+\] has a wrong value`
	}
}
