// Classes are compared from the last to the first, so that the lowest of equals stays.
package local

import "gpucourse/gpusim/gpu"

func Winner(winners, ballots []int32, n, votes int) {
	counts := gpu.Shared[[16 * 128]int32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	if i >= n {
		return
	}
	for c := t; c < len(counts); c += 128 {
		counts[c] = 0
	}
	for v := 0; v < votes; v++ {
		counts[128*int(ballots[v*n+i])+t] += 1
	}
	most, class := int32(0), int32(0)
	for c := int32(15); c >= 0; c-- {
		if votes := counts[128*int(c)+t]; votes >= most {
			most, class = votes, c
		}
	}
	winners[i] = class
}
