package main

import "gpucourse/gpusim/gpu"

// Heights writes the largest number of each column of a band. A band has tiles of 4 rows of 64 numbers; block b has the
// tiles from b·tiles on. The next tile is copied while this one is compared.
func Heights(out, in []float32, tiles int) {
	ring := gpu.Shared[[2][256]float32]()
	t, first := gpu.ThreadIdx.X, 256*gpu.BlockIdx.X*tiles
	gpu.CopyAsync(&ring[0][4*t], &in[first+4*t], 4)
	gpu.CommitCopies()
	highest := in[first+t]
	for k := range tiles {
		if k+1 < tiles {
			gpu.CopyAsync(&ring[(k+1)%2][4*t], &in[first+256*(k+1)+4*t], 4)
			gpu.CommitCopies()
		}
		gpu.WaitCopies(2)
		gpu.SyncThreads()
		tile := &ring[k%2]
		highest = max(highest, tile[t], tile[64+t], tile[128+t], tile[192+t])
		gpu.SyncThreads()
	}
	out[64*gpu.BlockIdx.X+t] = highest
}
