package main

import "gpucourse/gpusim/gpu"

// Mirror sets out[k] = 2·in[2046-k] for the 2048 elements of its block, and the last to
// 2·in[2047]. Its blocks have 256 threads. A barrier lets the threads of a block wait for
// each other.
func Mirror(out, in []float32) {
	loaded, turned := gpu.Shared[[2048]float32](), gpu.Shared[[2048]float32]()
	t, base := gpu.ThreadIdx.X, 2048*gpu.BlockIdx.X
	for k := t; k < 2048; k += 256 {
		loaded[k] = in[base+k]
	}
	gpu.SyncThreads()
	for k := t; k < 2048; k += 256 {
		turned[k] = 2 * loaded[2047-k]
	}
	gpu.SyncThreads()
	for k := t; k < 2048; k += 256 {
		out[base+k] = turned[(k+1)%2048]
	}
}
