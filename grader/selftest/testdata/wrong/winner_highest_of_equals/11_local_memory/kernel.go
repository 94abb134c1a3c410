// Among equals the highest class wins.
package local

import "gpucourse/gpusim/gpu"

const (
	block   = 128
	classes = 16
)

func Winner(winners, ballots []int32, n, votes int) {
	counts := gpu.Shared[[classes][block]int32]()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	own := gpu.ThreadIdx.X
	for c := range classes {
		counts[c][own] = 0
	}
	for v := range votes {
		counts[ballots[v*n+i]][own]++
	}
	best := 0
	for c := 1; c < classes; c++ {
		if counts[c][own] >= counts[best][own] {
			best = c
		}
	}
	winners[i] = int32(best) // want `wrong result: winners.* has a wrong value` `lowest class wins`
}
