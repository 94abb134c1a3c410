package kernels

// This file multiplies n×n row-major matrices.

import "gpucourse/gpusim/gpu"

// MatmulNaive writes a·b to c, one element per thread.
func MatmulNaive(a, b, c []float32, n int) {
	row := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	col := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	for e := range n {
		v += a[row*n+e] * b[e*n+col]
	}
	c[row*n+col] = v
}

// MatmulTiled16 writes a·b to c through 16×16 tiles in shared memory.
func MatmulTiled16(a, b, c []float32, n int) {
	const side = 16
	as, bs := gpu.Shared[[side][side]float32](), gpu.Shared[[side][side]float32]()
	row, col := gpu.ThreadIdx.Y, gpu.ThreadIdx.X
	gr, gc := gpu.BlockIdx.Y*side+row, gpu.BlockIdx.X*side+col
	v := float32(0)
	for m := range n / side {
		as[row][col] = a[gr*n+m*side+col]
		bs[row][col] = b[(m*side+row)*n+gc]
		gpu.SyncThreads()
		for e := range side {
			v += as[row][e] * bs[e][col]
		}
		gpu.SyncThreads()
	}
	c[gr*n+gc] = v
}

// MatmulTiled8 is MatmulTiled16 with 8×8 tiles.
func MatmulTiled8(a, b, c []float32, n int) {
	const side = 8
	as, bs := gpu.Shared[[side][side]float32](), gpu.Shared[[side][side]float32]()
	row, col := gpu.ThreadIdx.Y, gpu.ThreadIdx.X
	gr, gc := gpu.BlockIdx.Y*side+row, gpu.BlockIdx.X*side+col
	v := float32(0)
	for m := range n / side {
		as[row][col] = a[gr*n+m*side+col]
		bs[row][col] = b[(m*side+row)*n+gc]
		gpu.SyncThreads()
		for e := range side {
			v += as[row][e] * bs[e][col]
		}
		gpu.SyncThreads()
	}
	c[gr*n+gc] = v
}

// MatmulTiled32 is MatmulTiled16 with 32×32 tiles.
func MatmulTiled32(a, b, c []float32, n int) {
	const side = 32
	as, bs := gpu.Shared[[side][side]float32](), gpu.Shared[[side][side]float32]()
	row, col := gpu.ThreadIdx.Y, gpu.ThreadIdx.X
	gr, gc := gpu.BlockIdx.Y*side+row, gpu.BlockIdx.X*side+col
	v := float32(0)
	for m := range n / side {
		as[row][col] = a[gr*n+m*side+col]
		bs[row][col] = b[(m*side+row)*n+gc]
		gpu.SyncThreads()
		for e := range side {
			v += as[row][e] * bs[e][col]
		}
		gpu.SyncThreads()
	}
	c[gr*n+gc] = v
}
