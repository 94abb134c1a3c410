// The counters of a thread lie side by side.
package local

import "gpucourse/gpusim/gpu"

const (
	block   = 128
	classes = 16
)

func Winner(winners, ballots []int32, n, votes int) {
	counts := gpu.Shared[[block][classes]int32]()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	own := gpu.ThreadIdx.X
	for c := range classes {
		counts[own][c] = 0
	}
	for v := range votes {
		counts[own][ballots[v*n+i]]++ // want anywhere `goal missed: [0-9]+ bank conflicts`
	}
	best := 0
	for c := 1; c < classes; c++ {
		if counts[own][c] > counts[own][best] {
			best = c
		}
	}
	winners[i] = int32(best)
}
