// Package local counts in shared memory by atomics, in one bank for many lanes.
package local

import "gpucourse/gpusim/gpu"

const (
	block   = 128 // threads
	classes = 16
)

// Winner keeps the counters of a thread side by side.
func Winner(winners, ballots []int32, n, votes int) { // want anywhere `goal missed: \d+ bank conflicts`
	counts := gpu.Shared[[block * classes]int32]()
	i, own := gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X, gpu.ThreadIdx.X*classes
	if i >= n {
		return
	}
	for c := range classes {
		counts[own+c] = 0
	}
	for v := range votes {
		gpu.AtomicAdd(&counts[own+int(ballots[v*n+i])], 1)
	}
	best, most := 0, int32(-1)
	for c := range classes {
		if count := gpu.AtomicAdd(&counts[own+c], 0); count > most {
			best, most = c, count
		}
	}
	winners[i] = int32(best)
}
