// All constants are read at one address each; a thread chooses.
package constant

import "gpucourse/gpusim/gpu"

var (
	Gain   gpu.Constant[[16]float32]
	Offset gpu.Constant[[16]float32]
)

func Grade(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	gain, offset := Gain.V[0], Offset.V[0]
	for c := 1; c < 16; c++ {
		g, o := Gain.V[c], Offset.V[c]
		if i%16 == c {
			gain, offset = g, o
		}
	}
	for ; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		out[i] = gain*in[i] + offset
	}
}
