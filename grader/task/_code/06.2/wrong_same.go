package main

import "gpucourse/gpusim/gpu"

// Unpack divides what came in one copy: packed holds the n elements of a, and behind them the
// m elements of b.
func Unpack(a, b, packed []float32, n, m int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		a[i] = packed[i]
	}
	if i < m {
		b[i] = packed[i]
	}
}
