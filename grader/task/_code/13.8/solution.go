package main

import "gpucourse/gpusim/gpu"

// Multiply multiplies n×n matrices, with n a multiple of 32. A block of 16×16 threads
// computes 32×32 elements of c: a thread has two rows and two columns, each 16 apart.
func Multiply(c, a, b []float32, n int) {
	as, bs := gpu.Shared[[32][16]float32](), gpu.Shared[[16][32]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	row, col := gpu.BlockIdx.Y*32+ty, gpu.BlockIdx.X*32+tx
	var s00, s01, s10, s11 float32
	for first := 0; first < n; first += 16 {
		as[ty][tx], as[ty+16][tx] = a[row*n+first+tx], a[(row+16)*n+first+tx]
		bs[ty][tx], bs[ty][tx+16] = b[(first+ty)*n+col], b[(first+ty)*n+col+16]
		gpu.SyncThreads()
		for e := range 16 {
			x0, x1 := as[ty][e], as[ty+16][e]
			y0, y1 := bs[e][tx], bs[e][tx+16]
			s00 += x0 * y0
			s01 += x0 * y1
			s10 += x1 * y0
			s11 += x1 * y1
		}
		gpu.SyncThreads()
	}
	c[row*n+col], c[row*n+col+16] = s00, s01
	c[(row+16)*n+col], c[(row+16)*n+col+16] = s10, s11
}
