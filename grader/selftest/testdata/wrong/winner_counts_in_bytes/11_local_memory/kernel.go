// Four counters share a word: more than 255 votes of one class are too many for a byte.
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
	var counts [classes / 4]uint32
	for v := range votes {
		class := int(ballots[v*n+i])
		for w := range classes / 4 {
			if class/4 == w {
				counts[w] += 1 << (class % 4 * 8)
			}
		}
	}
	best, most := 0, uint32(0)
	for c := range classes {
		if count := counts[c/4] >> (c % 4 * 8) & 255; count > most {
			best, most = c, count
		}
	}
	winners[i] = int32(best) // want `wrong result: winners.* has a wrong value` `count to the number of votes`
}
