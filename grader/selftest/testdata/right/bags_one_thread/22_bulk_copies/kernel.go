package bulkcopies

import "gpucourse/gpusim/gpu"

// Bags lets thread 0 order all rows.
func Bags(out, table []float32, list []int32, bags int) {
	const stages = 4
	ring := gpu.Shared[[stages][4][512]float32]()
	full := gpu.Shared[[stages]gpu.Barrier]()
	own := gpu.Shared[[32]int32]()
	t, first, step := gpu.ThreadIdx.X, gpu.BlockIdx.X, gpu.GridDim.X
	if t == 0 {
		for s := range stages {
			full[s].Init(1)
		}
	}
	if b := first + t/4*step; t < 32 && b < bags {
		own[t] = list[4*b+t%4]
	}
	gpu.SyncThreads()
	count := (bags - first + step - 1) / step
	if t == 0 {
		for k := range min(count, stages-1) {
			full[k].ArriveTx(8192)
			for i := range 4 {
				gpu.CopyBulk(&ring[k][i][0], &table[512*int(own[4*k+i])], 512, &full[k])
			}
		}
	}
	for k := range count {
		full[k%stages].WaitParity(k / stages % 2)
		gpu.SyncThreads()
		if next := k + stages - 1; t == 0 && next < count {
			s := next % stages
			full[s].ArriveTx(8192)
			for i := range 4 {
				gpu.CopyBulk(&ring[s][i][0], &table[512*int(own[4*next+i])], 512, &full[s])
			}
		}
		bag := &ring[k%stages]
		for c := t; c < 512; c += 128 {
			out[512*(first+k*step)+c] = bag[0][c] + bag[1][c] + bag[2][c] + bag[3][c]
		}
	}
}
