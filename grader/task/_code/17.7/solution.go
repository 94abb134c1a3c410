package main

import "gpucourse/gpusim/gpu"

// Vivid takes the grey out of n pixels. Both arrays hold pixels of three numbers, one behind the other:
// out[3i+k] = in[3i+k] - min(in[3i], in[3i+1], in[3i+2]).
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
	gpu.SyncThreads()
	for k := t; k < 3*128 && 3*first+k < 3*n; k += 128 {
		out[3*first+k] = words[k]
	}
}
