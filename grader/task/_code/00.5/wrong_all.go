package main

import "gpucourse/gpusim/gpu"

// AddOne sets out[i] = in[i] + 1 for every i < n.
func AddOne(out, in []float32, n int) {
	if gpu.BlockIdx.X == 0 && gpu.ThreadIdx.X == 0 {
		for i := range n {
			out[i] = in[i] + 1
		}
	}
}
