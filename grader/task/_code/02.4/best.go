package main

import "gpucourse/gpusim/gpu"

// Spread sets low[r], high[r] and sum[r] to the smallest element, the largest element and
// the sum of row r. Element (r, c) of a is a[c*rows+r].
func Spread(low, high, sum, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	x := a[r]
	l, h, s := x, x, x
	for c := 1; c < cols; c++ {
		x = a[c*rows+r]
		l, h, s = min(l, x), max(h, x), s+x
	}
	low[r], high[r], sum[r] = l, h, s
}
