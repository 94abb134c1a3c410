// Every counter asks whether it is meant.
package local

import "gpucourse/gpusim/gpu"

const (
	block   = 128
	classes = 16
)

func Winner(winners, ballots []int32, n, votes int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var counts [classes]int32
	for v := range votes {
		class := int(ballots[v*n+i])
		for c := range classes {
			if class == c {
				counts[c]++
			}
		}
	}
	best, most := 0, counts[0]
	for c := 1; c < classes; c++ {
		if counts[c] > most {
			best, most = c, counts[c]
		}
	}
	winners[i] = int32(best)
}
