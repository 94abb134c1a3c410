package main

import "gpucourse/gpusim/gpu"

// Spread sets low[r], high[r] and sum[r] to the smallest element, the largest element and
// the sum of row r. Element (r, c) of a is a[c*rows+r]. This version walks three times.
func Spread(low, high, sum, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	l := a[r]
	for c := range cols {
		l = min(l, a[c*rows+r])
	}
	low[r] = l
	h := a[r]
	for c := range cols {
		h = max(h, a[c*rows+r])
	}
	high[r] = h
	s := float32(0)
	for c := range cols {
		s += a[c*rows+r]
	}
	sum[r] = s
}
