// Only b goes through shared memory; a is loaded 16 times.
package tiling

import "gpucourse/gpusim/gpu"

func Product(c, a, b []float32, m, k, n int) {
	bs := gpu.Shared[[16][16]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	row, col := gpu.BlockIdx.Y*16+ty, gpu.BlockIdx.X*16+tx
	sum := float32(0)
	for first := 0; first < k; first += 16 {
		bs[ty][tx] = element(b, first+ty, col, k, n)
		gpu.SyncThreads()
		for e := range 16 {
			sum += element(a, first+e, row, k, m) * bs[e][tx]
		}
		gpu.SyncThreads()
	}
	if row < m && col < n {
		c[row*n+col] = sum
	}
}

func element(x []float32, row, col, rows, columns int) float32 {
	if row < rows && col < columns {
		return x[row*columns+col] // want `goal missed: \d+ sectors loaded, limit \d+` `let each thread load one of each`
	}
	return 0
}
