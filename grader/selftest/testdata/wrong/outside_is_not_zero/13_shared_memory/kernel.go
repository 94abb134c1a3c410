// What a tile has outside of the matrix is the next row, or what lies behind it.
package tiling

import "gpucourse/gpusim/gpu"

func Product(c, a, b []float32, m, k, n int) {
	as, bs := gpu.Shared[[16][16]float32](), gpu.Shared[[16][16]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	row, col := gpu.BlockIdx.Y*16+ty, gpu.BlockIdx.X*16+tx
	sum := float32(0)
	for first := 0; first < k; first += 16 {
		as[ty][tx] = a[(first+ty)*m+gpu.BlockIdx.Y*16+tx] // want `reading a: index \d+ is out of range`
		bs[ty][tx] = b[(first+ty)*n+col]
		gpu.SyncThreads()
		for e := range 16 {
			sum += as[e][ty] * bs[e][tx]
		}
		gpu.SyncThreads()
	}
	if row < m && col < n {
		c[row*n+col] = sum
	}
}
