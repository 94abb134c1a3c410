package main

import "gpucourse/gpusim/gpu"

// Turn reverses rows of 128 elements, one after another.
func Turn(out, in []float32, rows int) {
	line := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	for r := range rows {
		line[t] = in[r*128+t]
		out[r*128+t] = line[127-t]
		gpu.SyncThreads()
	}
}
