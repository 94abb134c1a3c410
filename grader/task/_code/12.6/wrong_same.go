package main

import "gpucourse/gpusim/gpu"

// Deal deals within the array that it loads, without waiting.
func Deal(out, in []float32) {
	room := gpu.Shared[[2048]float32]()
	t, base := gpu.ThreadIdx.X, 2048*gpu.BlockIdx.X
	for k := t; k < 2048; k += 256 {
		room[k] = in[base+k]
	}
	gpu.SyncThreads()
	for k := t; k < 2048; k += 256 {
		room[k] = 2 * room[33*k%2048]
	}
	gpu.SyncThreads()
	for k := t; k < 2048; k += 256 {
		out[base+k] = room[(k+1)%2048]
	}
}
