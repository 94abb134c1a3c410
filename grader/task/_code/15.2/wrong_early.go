package main

import "gpucourse/gpusim/gpu"

// Rotate lets thread t store what thread t + 40 loaded; the last 40 threads get the first.
func Rotate(out, in []float32) {
	s := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	gpu.SyncThreads()
	s[t] = in[i]
	out[i] = s[(t+40)%256]
}
