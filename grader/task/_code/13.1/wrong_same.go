package main

import "gpucourse/gpusim/gpu"

// Rotate moves the elements of each block of 128 threads by one.
func Rotate(out, in []float32) {
	part := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*128 + t
	part[t] = in[i]
	gpu.SyncThreads()
	out[i] = part[(t+127)%128]
}
