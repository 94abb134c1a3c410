package main

import "gpucourse/gpusim/gpu"

// Level is what a number must exceed. The host sets it before the launch.
var Level gpu.Global[float32]

// Flag sets out[i] to 1 if in[i] exceeds the level, and to 0 if not, for all i below n.
func Flag(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	level := Level.V
	out[i] = 0
	if in[i] > level {
		out[i] = 1
	}
}
