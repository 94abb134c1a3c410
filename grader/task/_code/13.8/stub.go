package main

import "gpucourse/gpusim/gpu"

// Multiply multiplies n×n matrices, with n a multiple of 32. A block of 16×16 threads
// computes 32×32 elements of c, one quarter after another.
func Multiply(c, a, b []float32, n int) {
	as, bs := gpu.Shared[[16][16]float32](), gpu.Shared[[16][16]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	for quarter := range 4 {
		row, col := gpu.BlockIdx.Y*32+quarter/2*16+ty, gpu.BlockIdx.X*32+quarter%2*16+tx
		sum := float32(0)
		for first := 0; first < n; first += 16 {
			as[ty][tx] = a[row*n+first+tx]
			bs[ty][tx] = b[(first+ty)*n+col]
			gpu.SyncThreads()
			for e := range 16 {
				sum += as[ty][e] * bs[e][tx]
			}
			gpu.SyncThreads()
		}
		c[row*n+col] = sum
	}
}
