// Package tiling is exercise 13. Its three kernels compute the right values and
// load the same elements again and again. Let the threads of a block share what
// they load; see README.md.
package tiling

import "gpucourse/gpusim/gpu"

// Product sets c = a·b, where a has m rows of k elements, b has k rows of n and c
// has m rows of n, one row after the other. Elements of c behind the last row
// stay as they are.
//
// It is launched with blocks of 16×16 threads that cover c. m, n and k need not
// be multiples of 16.
//
// Task: the threads of a block use 16 rows of a and 16 columns of b, and every
// element of them 16 times. Load it once, through tiles in shared memory.
func Product(c, a, b []float32, m, k, n int) {
	row := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	col := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if row >= m || col >= n {
		return
	}
	sum := float32(0)
	for e := range k {
		sum += a[row*k+e] * b[e*n+col]
	}
	c[row*n+col] = sum
}

// Radius is how far Window looks to each side.
const Radius = 8

// Window sets out[i], for every i < n, to the sum of in[i-Radius] to in[i+Radius].
// What lies before in[0] or behind in[n-1] counts as 0. Elements of out from n on
// stay as they are.
//
// It is launched with n threads, rounded up to whole blocks of 128.
//
// Task: neighbours load nearly the same 17 elements. Let a block load each of its
// elements once, and those that it needs of its neighbours.
func Window(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for j := i - Radius; j <= i+Radius; j++ {
		if j >= 0 && j < n {
			sum += in[j]
		}
	}
	out[i] = sum
}

// Distances sets out[i], for every i < n, to the sum of |in[i] - in[j]| over all
// j < n. Elements of out from n on stay as they are.
//
// It is launched with n threads, rounded up to whole blocks of 128, and with 4
// bytes of dynamic shared memory for each thread of a block.
//
// Task: every thread loads the whole of in. Let the block load it, one tile of
// BlockDim.X elements at a time.
func Distances(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for j := range n {
		sum += gpu.Abs(in[i] - in[j])
	}
	out[i] = sum
}
