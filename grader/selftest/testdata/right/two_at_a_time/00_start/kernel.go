// A thread has two elements, which lie a block or a grid apart.
package start

import "gpucourse/gpusim/gpu"

func Add(out, a, b []float32, n int) {
	if gpu.BlockIdx.X%2 == 1 {
		return
	}
	first := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	second := first + gpu.BlockDim.X
	if first < n {
		out[first] = a[first] + b[first]
	}
	if second < n {
		out[second] = b[second] + a[second]
	}
}

func Fahrenheit(out, in []float32, n int) {
	step := gpu.GridDim.X * gpu.BlockDim.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for i+step < n {
		x, y := in[i], in[i+step]
		out[i] = 1.8*x + 32
		out[i+step] = 1.8*y + 32
		i += 2 * step
	}
	if i < n {
		out[i] = 1.8*in[i] + 32
	}
}
