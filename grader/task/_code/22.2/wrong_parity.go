package main

import "gpucourse/gpusim/gpu"

// Turned writes each part of 256 numbers backwards.
func Turned(out, in []float32) {
	part := gpu.Shared[[256]float32]()
	bar := gpu.Shared[gpu.Barrier]()
	t, first := gpu.ThreadIdx.X, 256*gpu.BlockIdx.X
	if t == 0 {
		bar.Init(1)
		bar.ArriveTx(1024)
		gpu.CopyBulk(&part[0], &in[first], 256, bar)
	}
	gpu.SyncThreads()
	bar.WaitParity(1)
	out[first+t] = part[255-t]
}
