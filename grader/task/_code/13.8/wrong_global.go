package main

import "gpucourse/gpusim/gpu"

// Multiply multiplies n×n matrices without shared memory.
func Multiply(c, a, b []float32, n int) {
	row, col := gpu.BlockIdx.Y*32+gpu.ThreadIdx.Y, gpu.BlockIdx.X*32+gpu.ThreadIdx.X
	var s00, s01, s10, s11 float32
	for e := range n {
		x0, x1 := a[row*n+e], a[(row+16)*n+e]
		y0, y1 := b[e*n+col], b[e*n+col+16]
		s00 += x0 * y0
		s01 += x0 * y1
		s10 += x1 * y0
		s11 += x1 * y1
	}
	c[row*n+col], c[row*n+col+16] = s00, s01
	c[(row+16)*n+col], c[(row+16)*n+col+16] = s10, s11
}
