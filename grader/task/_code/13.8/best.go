package main

import "gpucourse/gpusim/gpu"

// Multiply multiplies n×n matrices, with n a multiple of 32. All 256 threads of a block
// load; 64 of them compute, 4×4 elements each. The tile of a is turned, so that the four
// rows of a thread are neighbours in it.
func Multiply(c, a, b []float32, n int) {
	as, bs := gpu.Shared[[16][36]float32](), gpu.Shared[[16][32]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	t := ty*16 + tx
	top, left := gpu.BlockIdx.Y*32, gpu.BlockIdx.X*32
	y, x := t/8*4, t%8*4 // the first of the thread's rows and columns
	var sums [4][4]float32
	for first := 0; first < n; first += 16 {
		as[tx][ty], as[tx][ty+16] = a[(top+ty)*n+first+tx], a[(top+ty+16)*n+first+tx]
		bs[ty][tx], bs[ty][tx+16] = b[(first+ty)*n+left+tx], b[(first+ty)*n+left+tx+16]
		gpu.SyncThreads()
		if t < 64 {
			for e := range 16 {
				for i := range 4 {
					v := as[e][y+i]
					for j := range 4 {
						sums[i][j] += v * bs[e][x+j]
					}
				}
			}
		}
		gpu.SyncThreads()
	}
	if t < 64 {
		for i := range 4 {
			for j := range 4 {
				c[(top+y+i)*n+left+x+j] = sums[i][j]
			}
		}
	}
}
