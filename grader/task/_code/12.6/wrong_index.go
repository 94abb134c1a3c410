package main

import "gpucourse/gpusim/gpu"

// Deal forgets that the elements also move by one place.
func Deal(out, in []float32) {
	loaded := gpu.Shared[[2048]float32]()
	t, base := gpu.ThreadIdx.X, 2048*gpu.BlockIdx.X
	for k := t; k < 2048; k += 256 {
		loaded[k] = in[base+k]
	}
	gpu.SyncThreads()
	for k := t; k < 2048; k += 256 {
		out[base+k] = 2 * loaded[33*k%2048]
	}
}
