package bulkcopies

import "gpucourse/gpusim/gpu"

// Bags reads the number of a row when it orders the row.
func Bags(out, table []float32, list []int32, bags int) {
	const stages = 4
	ring := gpu.Shared[[stages][4][512]float32]()
	full := gpu.Shared[[stages]gpu.Barrier]()
	t, step := gpu.ThreadIdx.X, gpu.GridDim.X
	if t == 0 {
		for s := range stages {
			full[s].Init(1)
		}
		for s := range stages - 1 {
			if b := gpu.BlockIdx.X + s*step; b < bags {
				full[s].ArriveTx(8192)
				for i := range 4 {
					gpu.CopyBulk(&ring[s][i][0], &table[512*int(list[4*b+i])], 512, &full[s])
				}
			}
		}
	}
	gpu.SyncThreads()
	k := 0
	for b := gpu.BlockIdx.X; b < bags; b += step {
		full[k%stages].WaitParity(k / stages % 2) // want anywhere `goal missed: \d+ cycles, limit 12900`
		gpu.SyncThreads()
		if next := b + (stages-1)*step; t == 0 && next < bags {
			s := (k + stages - 1) % stages
			full[s].ArriveTx(8192)
			for i := range 4 {
				gpu.CopyBulk(&ring[s][i][0], &table[512*int(list[4*next+i])], 512, &full[s])
			}
		}
		bag := &ring[k%stages]
		for c := t; c < 512; c += 128 {
			out[512*b+c] = bag[0][c] + bag[1][c] + bag[2][c] + bag[3][c]
		}
		k++
	}
}
