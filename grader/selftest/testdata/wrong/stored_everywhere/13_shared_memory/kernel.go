// The last blocks store outside of c.
package tiling

import "gpucourse/gpusim/gpu"

func Product(c, a, b []float32, m, k, n int) {
	as, bs := gpu.Shared[[16][16]float32](), gpu.Shared[[16][16]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	row, col := gpu.BlockIdx.Y*16+ty, gpu.BlockIdx.X*16+tx
	sum := float32(0)
	for first := 0; first < k; first += 16 {
		as[ty][tx] = element(a, first+ty, gpu.BlockIdx.Y*16+tx, k, m)
		bs[ty][tx] = element(b, first+ty, col, k, n)
		gpu.SyncThreads()
		for e := range 16 {
			sum += as[e][ty] * bs[e][tx]
		}
		gpu.SyncThreads()
	}
	c[row*n+col] = sum // want `writing c: index 16511 is out of range` `does this thread have an element at all`
}

func element(x []float32, row, col, rows, columns int) float32 {
	if row < rows && col < columns {
		return x[row*columns+col]
	}
	return 0
}
