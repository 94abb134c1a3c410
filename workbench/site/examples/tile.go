package kernels

import "gpucourse/gpusim/gpu"

// TransposeTile transposes through shared memory, in blocks of 32×32 threads. With [32][32]
// the lanes that read a column of the tile would meet in one bank.
func TransposeTile(out, in []float32, n int) {
	tile := gpu.Shared[[32][33]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	left, top := gpu.BlockIdx.X*32, gpu.BlockIdx.Y*32
	tile[ty][tx] = in[(top+ty)*n+left+tx]
	gpu.SyncThreads()
	out[(left+ty)*n+top+tx] = tile[tx][ty]
}
