// Package local counts in global memory by atomics, which are loads as well.
package local

import "gpucourse/gpusim/gpu"

const classes = 16

var counts gpu.Global[[classes * 2048]int32]

// Winner keeps its counters in a variable of its own.
func Winner(winners, ballots []int32, n, votes int) { // want anywhere `sectors of local memory, but \d+ global sectors loaded` `bank conflicts, but` `goal missed: \d+ global sectors loaded`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	for c := range classes {
		gpu.AtomicExch(&counts.V[c*n+i], 0)
	}
	for v := range votes {
		gpu.AtomicAdd(&counts.V[int(ballots[v*n+i])*n+i], 1)
	}
	best, most := 0, int32(-1)
	for c := range classes {
		if count := gpu.AtomicAdd(&counts.V[c*n+i], 0); count > most {
			best, most = c, count
		}
	}
	winners[i] = int32(best)
}
