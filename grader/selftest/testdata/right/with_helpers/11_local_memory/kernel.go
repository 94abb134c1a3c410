// Counters by methods, sums by rows.
package local

import "gpucourse/gpusim/gpu"

const (
	block   = 128
	classes = 16
)

type counters [classes * block]int32

func (c *counters) of(class int) *int32 { return &c[class*block+gpu.ThreadIdx.X] }

func Winner(winners, ballots []int32, n, votes int) {
	counts := gpu.Shared[counters]()
	for c := range classes {
		*counts.of(c) = 0
	}
	i := gpu.BlockIdx.X*block + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	for at := i; at < votes*n; at += n {
		*counts.of(int(ballots[at]))++
	}
	best, most := int32(0), *counts.of(0)
	for c := int32(1); c < classes; c++ {
		if count := *counts.of(int(c)); count > most {
			best, most = c, count
		}
	}
	winners[i] = best
}

const side = 6

//gpu:launchbounds 256 3
func Product(c, a, b []float32, n, depth int) {
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * side
	column := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * side
	var sums [side * side]float32
	for e := range depth {
		var y [side]float32
		for s := range side {
			y[s] = b[e*n+column+s]
		}
		for r := range side {
			x := a[(row+r)*depth+e]
			for s := range side {
				sums[r*side+s] += x * y[s]
			}
		}
	}
	for k := range side * side {
		c[(row+k/side)*n+column+k%side] = sums[k]
	}
}
