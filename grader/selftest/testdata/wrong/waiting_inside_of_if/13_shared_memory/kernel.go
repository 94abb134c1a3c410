// The barrier stands where only some threads come.
package tiling

import "gpucourse/gpusim/gpu"

func Product(c, a, b []float32, m, k, n int) {
	as, bs := gpu.Shared[[16][16]float32](), gpu.Shared[[16][16]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	row, col := gpu.BlockIdx.Y*16+ty, gpu.BlockIdx.X*16+tx
	sum := float32(0)
	for first := 0; first < k; first += 16 {
		as[ty][tx], bs[ty][tx] = element(a, first+ty, gpu.BlockIdx.Y*16+tx, k, m), element(b, first+ty, col, k, n)
		if row < m && col < n {
			gpu.SyncThreads() // want `SyncThreads in code that not all threads of a warp execute` `move it out of the if`
			for e := range 16 {
				sum += as[e][ty] * bs[e][tx]
			}
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
