// Package local is exercise 11. Each thread of its three kernels keeps an array in
// local memory, for three different reasons. Bring the arrays back onto the chip;
// see README.md.
package local

import "gpucourse/gpusim/gpu"

const window = 16 // values of a sum

// Smooth adds up, in each of n series, every value and the 15 before it. Value
// t of series i is element t·n + i:
//
//	out[t·n + i] = in[t·n + i] + in[(t−1)·n + i] + … + in[(t−15)·n + i]
//
// where values before the first count as 0. It is launched with blocks of 128
// threads that cover n; a thread goes along one series.
//
// Task: the last 16 values are kept in a ring, so that each is loaded once. What
// must be known of an index before an array can lie in registers?
func Smooth(out, in []float32, n, length int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var ring [window]float32
	sum := float32(0)
	for t := range length {
		value := in[t*n+i]
		sum += value - ring[t%window]
		ring[t%window] = value
		out[t*n+i] = sum
	}
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
// Task: the next class comes from the data, so this array cannot be in registers as
// it is. Where else are 16 counters of each thread near at hand?
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
// Task: somebody wanted eight blocks on an SM. How many registers does that leave
// a thread, and how many values are alive in the loop?
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
