package main

import "gpucourse/gpusim/gpu"

// Squares squares numbers. A block has 128 threads and 1024 numbers, and moves them in bulk.
func Squares(out, in []float32) {
	part := gpu.Shared[[1024]float32]()
	bar := gpu.Shared[gpu.Barrier]()
	t, first := gpu.ThreadIdx.X, 1024*gpu.BlockIdx.X
	if t == 0 {
		bar.Init(1)
		bar.ArriveTx(4096)
		gpu.CopyBulk(&part[0], &in[first], 1024, bar)
	}
	gpu.SyncThreads()
	bar.WaitParity(0)
	for i := t; i < 1024; i += 128 {
		part[i] *= part[i]
	}
	gpu.FenceProxyAsync()
	gpu.SyncThreads()
	if t == 0 {
		gpu.StoreBulk(&out[first], &part[0], 1024)
		gpu.CommitBulk()
	}
}
