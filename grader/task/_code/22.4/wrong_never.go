package main

import "gpucourse/gpusim/gpu"

// Lows writes the smallest number of each column of a band. A band has tiles of 4 rows of 64 numbers; block b has the
// tiles from b·tiles on. Thread 64 orders the tiles, and the 64 threads before it compare.
func Lows(out, in []float32, tiles int) {
	const stages, readers = 2, 64
	ring := gpu.Shared[[stages][256]float32]()
	full, free := gpu.Shared[[stages]gpu.Barrier](), gpu.Shared[[stages]gpu.Barrier]()
	t, first := gpu.ThreadIdx.X, 256*gpu.BlockIdx.X*tiles
	if t == 0 {
		for s := range stages {
			full[s].Init(1)
			free[s].Init(readers)
		}
	}
	gpu.SyncThreads()
	if t == readers {
		for k := range tiles {
			s := k % stages
			full[s].ArriveTx(1024)
			gpu.CopyBulk(&ring[s][0], &in[first+256*k], 256, &full[s])
		}
	}
	if t < readers {
		lowest := in[first+t]
		for k := range tiles {
			s := k % stages
			full[s].WaitParity(k / stages % 2)
			tile := &ring[s]
			lowest = min(lowest, tile[t], tile[64+t], tile[128+t], tile[192+t])
			free[s].Arrive()
		}
		out[64*gpu.BlockIdx.X+t] = lowest
	}
}
