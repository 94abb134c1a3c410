package main

import "gpucourse/gpusim/gpu"

// Starts says where the parts of one allocation begin: n parts of size bytes each, each at a
// multiple of align. out[i] is the first byte of part i.
func Starts(out []float32, size, align, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	step := 0 // complete this line: the bytes from the beginning of a part to the next
	if i < n {
		out[i] = float32(i * step)
	}
}
