// Package start is exercise 00: two first kernels. They compute the right values,
// but not as a GPU should; see README.md.
package start

import "gpucourse/gpusim/gpu"

// Add sets out[i] = a[i] + b[i] for every i < n. Elements of out from n on stay as
// they are.
//
// It is launched with n threads, rounded up to whole blocks of 128.
//
// Task: one thread does all the work, and all others look on. Let every thread
// add one pair. The last block may have more threads than there are pairs left.
func Add(out, a, b []float32, n int) {
	if gpu.BlockIdx.X == 0 && gpu.ThreadIdx.X == 0 {
		for i := range n {
			out[i] = a[i] + b[i]
		}
	}
}

// Fahrenheit sets out[i] = 1.8·in[i] + 32 for every i < n. Elements of out from n
// on stay as they are.
//
// It is launched with 8 blocks of 128 threads, however large n is.
//
// Task: the threads of each block share the elements, but every block does all of
// them again. Let all threads of the grid share them.
func Fahrenheit(out, in []float32, n int) {
	for i := gpu.ThreadIdx.X; i < n; i += gpu.BlockDim.X {
		out[i] = 1.8*in[i] + 32
	}
}
