package main

import "gpucourse/gpusim/gpu"

// Reverse reverses each run of 32 numbers.
func Reverse(out, in []float32) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	s[t] = in[i]
	gpu.SyncWarp()
	out[i] = s[t-t%32+31-t%32]
}
