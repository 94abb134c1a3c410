// Package bulkcopies is the solution of exercise 22.
package bulkcopies

import "gpucourse/gpusim/gpu"

// stages are the bags whose rows are under way or being read.
const stages = 4

// most are the bags of a block.
const most = 8

// readers are the threads that add up. The warp behind them orders rows.
const readers = 96

// Bags reads the list first. Then lanes of the last warp order the rows, one lane per row of a bag, and the other
// warps add them up. A stage is free when all readers have arrived.
func Bags(out, table []float32, list []int32, bags int) {
	ring := gpu.Shared[[stages][4][512]float32]()
	full, free := gpu.Shared[[stages]gpu.Barrier](), gpu.Shared[[stages]gpu.Barrier]()
	own := gpu.Shared[[4 * most]int32]()
	t, first, step := gpu.ThreadIdx.X, gpu.BlockIdx.X, gpu.GridDim.X
	if t == 0 {
		for s := range stages {
			full[s].Init(4)
			free[s].Init(readers)
		}
	}
	if b := first + t/4*step; t < 4*most && b < bags {
		own[t] = list[4*b+t%4]
	}
	gpu.SyncThreads()
	count := (bags - first + step - 1) / step
	if lane := t - readers; lane >= 0 && lane < 4 {
		for k := range count {
			s := k % stages
			if k >= stages {
				free[s].WaitParity((k/stages - 1) % 2)
			}
			full[s].ArriveTx(2048)
			gpu.CopyBulk(&ring[s][lane][0], &table[512*int(own[4*k+lane])], 512, &full[s])
		}
	}
	if t < readers {
		for k := range count {
			s := k % stages
			full[s].WaitParity(k / stages % 2)
			bag := &ring[s]
			for c := t; c < 512; c += readers {
				out[512*(first+k*step)+c] = bag[0][c] + bag[1][c] + bag[2][c] + bag[3][c]
			}
			free[s].Arrive()
		}
	}
}
