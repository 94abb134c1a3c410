// The constants are read anew for each element, sixteen addresses at a time.
package constant

import "gpucourse/gpusim/gpu"

var (
	Gain   gpu.Constant[[16]float32]
	Offset gpu.Constant[[16]float32]
)

func Grade(out, in []float32, n int) {
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		out[i] = Gain.V[i%16]*in[i] + Offset.V[i%16] // want anywhere `constant requests, limit` `cycles, limit`
	}
}
