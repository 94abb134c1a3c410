package main

import "gpucourse/gpusim/gpu"

// Negate sets out[i] = -in[i] for every i < n. There is a thread for each element.
func Negate(out, in []float32, n int) {
	i := gpu.ThreadIdx.X // complete this line: which element belongs to this thread?
	if i < n {
		out[i] = -in[i]
	}
}
