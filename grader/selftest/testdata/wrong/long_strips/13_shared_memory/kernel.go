// Strips of 16×128 instead of tiles: right, and nothing is loaded twice, but no SM has room for many such blocks.
package tiling

import "gpucourse/gpusim/gpu"

func Product(c, a, b []float32, m, k, n int) {
	const long = 128
	as, bs := gpu.Shared[[long][16]float32](), gpu.Shared[[long][16]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	row, col := gpu.BlockIdx.Y*16+ty, gpu.BlockIdx.X*16+tx
	sum := float32(0)
	for first := 0; first < k; first += long {
		for e := 0; e < long; e += 16 {
			as[e+ty][tx] = element(a, first+e+ty, gpu.BlockIdx.Y*16+tx, k, m) // want anywhere `goal missed: 16384 bytes of shared memory per block, limit 4096`
			bs[e+ty][tx] = element(b, first+e+ty, col, k, n)
		}
		gpu.SyncThreads()
		for e := range min(long, k-first) {
			sum += as[e][ty] * bs[e][tx]
		}
		gpu.SyncThreads()
	}
	if row < m && col < n {
		c[row*n+col] = sum
	}
}

func element(x []float32, row, col, rows, columns int) float32 {
	if row < rows && col < columns {
		return x[row*columns+col]
	}
	return 0
}
