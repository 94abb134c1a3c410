package main

import "gpucourse/gpusim/gpu"

// Multiply multiplies n×n matrices. A block computes the upper half of its 32×32 elements,
// and then the lower half.
func Multiply(c, a, b []float32, n int) {
	as, bs := gpu.Shared[[16][16]float32](), gpu.Shared[[16][32]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	for half := range 2 {
		row, col := gpu.BlockIdx.Y*32+half*16+ty, gpu.BlockIdx.X*32+tx
		s0, s1 := float32(0), float32(0)
		for first := 0; first < n; first += 16 {
			as[ty][tx] = a[row*n+first+tx]
			bs[ty][tx], bs[ty][tx+16] = b[(first+ty)*n+col], b[(first+ty)*n+col+16]
			gpu.SyncThreads()
			for e := range 16 {
				x := as[ty][e]
				s0 += x * bs[e][tx]
				s1 += x * bs[e][tx+16]
			}
			gpu.SyncThreads()
		}
		c[row*n+col], c[row*n+col+16] = s0, s1
	}
}
