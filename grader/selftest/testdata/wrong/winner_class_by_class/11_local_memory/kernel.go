// All votes are loaded again for each class.
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
	best, most := 0, 0
	for c := range classes {
		count := 0
		for v := range votes {
			if int(ballots[v*n+i]) == c { // want `goal missed: [0-9]+ global sectors loaded`
				count++
			}
		}
		if count > most {
			best, most = c, count
		}
	}
	winners[i] = int32(best)
}
