package bulkcopies

import "gpucourse/gpusim/gpu"

// Bags lets all threads copy, 16 bytes each.
func Bags(out, table []float32, list []int32, bags int) {
	const stages = 5
	ring := gpu.Shared[[stages][4][512]float32]()
	own := gpu.Shared[[32]int32]()
	t, first, step := gpu.ThreadIdx.X, gpu.BlockIdx.X, gpu.GridDim.X
	if b := first + t/4*step; t < 32 && b < bags {
		own[t] = list[4*b+t%4]
	}
	gpu.SyncThreads()
	count := (bags - first + step - 1) / step
	for k := range stages - 1 {
		if k < count {
			for i := range 4 {
				gpu.CopyAsync(&ring[k][i][4*t], &table[512*int(own[4*k+i])+4*t], 4)
			}
		}
		gpu.CommitCopies()
	}
	for k := range count {
		gpu.WaitCopies(stages - 2)
		gpu.SyncThreads()
		if next := k + stages - 1; next < count {
			for i := range 4 {
				gpu.CopyAsync(&ring[next%stages][i][4*t], &table[512*int(own[4*next+i])+4*t], 4)
			}
		}
		gpu.CommitCopies()
		bag := &ring[k%stages]
		for c := t; c < 512; c += 128 {
			out[512*(first+k*step)+c] = bag[0][c] + bag[1][c] + bag[2][c] + bag[3][c] // want anywhere `goal missed: \d+ warp instructions, limit \d+`
		}
	}
}
