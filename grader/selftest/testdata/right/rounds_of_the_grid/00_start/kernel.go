// The loop counts rounds, and each thread has one element in each.
package start

import "gpucourse/gpusim/gpu"

func Fahrenheit(out, in []float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	thread := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for round := range (n + threads - 1) / threads {
		if i := round*threads + thread; i < n {
			out[i] = 1.8*in[i] + 32
		}
	}
}
