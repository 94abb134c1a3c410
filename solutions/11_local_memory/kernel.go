// Package local solves exercise 11: an array whose indices are constants, counters
// in shared memory, and launch bounds that leave room for what is alive.
package local

import (
	"math"

	"gpucourse/gpusim/gpu"
)

const kept = 4 // values of a series

// Top lets each value go past all places, from the first to the last. A place keeps the larger one of its value
// and the one that comes, and passes the other on. So no index depends on the values.
func Top(best, in []float32, n, length int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var top [kept]float32
	for r := range kept {
		top[r] = -math.MaxFloat32
	}
	for t := range length {
		value := in[t*n+i]
		for r := range kept {
			top[r], value = max(top[r], value), min(top[r], value)
		}
	}
	for r := range kept {
		best[r*n+i] = top[r]
	}
}

const (
	block   = 128 // threads
	classes = 16
)

// Winner finds the class with the most votes. The counters of a thread are a column
// of shared memory: it always uses one bank, whatever the classes.
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
		if counts[c][own] > counts[best][own] {
			best = c
		}
	}
	winners[i] = int32(best)
}

const side = 6 // rows and columns of c that a thread of Product works out

// Product computes the product c = a·b. Its 36 sums and 12 factors are alive
// together; two blocks per SM leave a thread 128 registers.
//
//gpu:launchbounds 256 2
func Product(c, a, b []float32, n, depth int) {
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * side
	column := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * side
	var sums [side][side]float32
	for e := range depth {
		var x, y [side]float32
		for k := range side {
			x[k], y[k] = a[(row+k)*depth+e], b[e*n+column+k]
		}
		for r := range side {
			for s := range side {
				sums[r][s] += x[r] * y[s]
			}
		}
	}
	for r := range side {
		for s := range side {
			c[(row+r)*n+column+s] = sums[r][s]
		}
	}
}
