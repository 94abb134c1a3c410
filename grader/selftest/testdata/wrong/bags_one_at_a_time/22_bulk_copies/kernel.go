package bulkcopies

import "gpucourse/gpusim/gpu"

// Bags has one bag under way.
func Bags(out, table []float32, list []int32, bags int) {
	bag := gpu.Shared[[4][512]float32]()
	bar := gpu.Shared[gpu.Barrier]()
	t := gpu.ThreadIdx.X
	if t == 0 {
		bar.Init(1)
	}
	gpu.SyncThreads()
	parity := 0
	for b := gpu.BlockIdx.X; b < bags; b += gpu.GridDim.X {
		if t == 0 {
			bar.ArriveTx(8192)
			for i := range 4 {
				gpu.CopyBulk(&bag[i][0], &table[512*int(list[4*b+i])], 512, bar)
			}
		}
		bar.WaitParity(parity) // want anywhere `goal missed: \d+ cycles, limit 12900`
		parity ^= 1
		for c := t; c < 512; c += 128 {
			out[512*b+c] = bag[0][c] + bag[1][c] + bag[2][c] + bag[3][c]
		}
		gpu.SyncThreads()
	}
}
