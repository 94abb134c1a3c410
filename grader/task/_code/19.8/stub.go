package main

import "gpucourse/gpusim/gpu"

// Eights adds up rows of 8 elements. A block of 128 threads has 64 rows, four elements per
// thread. This version adds up in shared memory.
func Eights(out, in []float32) {
	tile := gpu.Shared[[512]float32]()
	t, first := gpu.ThreadIdx.X, 512*gpu.BlockIdx.X
	for k := range 4 {
		tile[128*k+t] = in[first+128*k+t]
	}
	gpu.SyncThreads()
	for d := 4; d > 0; d /= 2 {
		for k := range 4 {
			if t%8 < d {
				tile[128*k+t] += tile[128*k+t+d]
			}
		}
		gpu.SyncThreads()
	}
	for k := range 4 {
		if t%8 == 0 {
			out[(first+128*k+t)/8] = tile[128*k+t]
		}
	}
}
