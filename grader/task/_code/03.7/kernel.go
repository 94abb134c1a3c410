package main

import "gpucourse/gpusim/gpu"

// Thirds divides the elements of in by 3. It does not ask whether its thread has an element.
func Thirds(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i] / 3
}
