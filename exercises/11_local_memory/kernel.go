// Package local is exercise 11. Each thread of two of its kernels keeps an array in local memory, for
// two different reasons; see README.md. The third is for you to write.
package local

import "gpucourse/gpusim/gpu"

// Top finds, in each of n series, the four largest of its length values, in descending order. Value t of
// series i is element t·n + i of in, and place r of series i, from 0 to 3, is element r·n + i of best. A value
// that is there twice counts twice. length is at least 4. Elements of best behind the last place stay as
// they are.
//
// It is launched with blocks of 128 threads that cover n; a thread goes along one series.
//
// Write it. README.md says what may lie in local memory: nothing.
func Top(best, in []float32, n, length int) {
}

const (
	block   = 128 // threads
	classes = 16
)

// Winner finds, for each of n groups, the class with the most votes, the lowest of
// equals. Vote v of group i is element v·n + i of ballots, a class from 0 to 15.
//
// It is launched with blocks of 128 threads that cover n; a thread counts the
// votes of one group.
//
// Wanted: no local memory, no more loads than now, and no bank conflicts if you use shared memory.
func Winner(winners, ballots []int32, n, votes int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var counts [classes]int32
	for v := range votes {
		counts[ballots[v*n+i]]++
	}
	best := 0
	for c := 1; c < classes; c++ {
		if counts[c] > counts[best] {
			best = c
		}
	}
	winners[i] = int32(best)
}

const side = 6 // rows and columns of c that a thread of Product works out

// Product computes the product c = a·b of matrices: a has n rows of depth elements,
// b depth rows of n, c n rows of n.
//
// It is launched with blocks of 32×8 threads that cover c; n is a multiple of 192.
// Each thread works out 6×6 elements.
//
// Wanted: no local memory, and no more loads than now.
//
//gpu:launchbounds 256 8
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
