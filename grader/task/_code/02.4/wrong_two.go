package main

import "gpucourse/gpusim/gpu"

// Spread sets low[r], high[r] and sum[r] to the smallest element, the largest element and
// the sum of row r. Element (r, c) of a is a[c*rows+r].
func Spread(low, high, sum, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	l, h := a[r], a[r]
	for c := range cols {
		x := a[c*rows+r]
		l, h = min(l, x), max(h, x)
	}
	low[r], high[r] = l, h
	s := float32(0)
	for c := range cols {
		s += a[c*rows+r]
	}
	sum[r] = s
}
