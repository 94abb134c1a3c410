// Package start is the solution of exercise 00: one thread an element, and a grid
// that walks over any number of elements.
package start

import "gpucourse/gpusim/gpu"

// Add adds one pair per thread.
func Add(out, a, b []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = a[i] + b[i]
	}
}

// Fahrenheit begins with one element per thread and goes on by the number of
// threads in the grid.
func Fahrenheit(out, in []float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		out[i] = 1.8*in[i] + 32
	}
}

// Roll gives each thread elements of out, and looks up where they come from.
func Roll(out, in []float32, n, shift int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		from := i - shift
		if from < 0 {
			from += n
		} else if from >= n {
			from -= n
		}
		out[i] = in[from]
	}
}
