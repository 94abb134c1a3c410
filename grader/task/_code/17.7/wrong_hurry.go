package main

import "gpucourse/gpusim/gpu"

// Vivid stores words of threads that may not have subtracted yet.
func Vivid(out, in []float32, n int) {
	words := gpu.Shared[[3 * 128]float32]()
	first, t := gpu.BlockIdx.X*128, gpu.ThreadIdx.X
	for k := t; k < 3*128 && 3*first+k < 3*n; k += 128 {
		words[k] = in[3*first+k]
	}
	gpu.SyncThreads()
	if first+t < n {
		grey := min(words[3*t], words[3*t+1], words[3*t+2])
		words[3*t] -= grey
		words[3*t+1] -= grey
		words[3*t+2] -= grey
	}
	for k := t; k < 3*128 && 3*first+k < 3*n; k += 128 {
		out[3*first+k] = words[k]
	}
}
