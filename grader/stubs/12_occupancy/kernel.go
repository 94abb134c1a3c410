// Package occupancy is exercise 12. An SM of a Tesla K40 holds 64 warps; of each
// of the first three kernels it holds fewer. Let it hold 64. Of the fourth you have a
// profile; see README.md.
package occupancy

import "gpucourse/gpusim/gpu"

// Threads is how many threads a block of Statistics has.
const Threads = 256

// Statistics writes, for each block b, what its 256 elements of in are: their sum,
// the sum of their squares, the least and the most of them. The last block may
// have fewer elements; n is at least 1. All four are added up in float64 and
// rounded once. Elements of the results behind the last block's stay as they are.
//
// It is launched with n threads, rounded up to whole blocks of 256.
//
// Wanted: blocks of which an SM holds eight, with the same traffic of global memory.
func Statistics(sum, squares, least, most, in []float32, n int) {
	sums, squared := gpu.Shared[[Threads]float64](), gpu.Shared[[Threads]float64]()
	lows, highs := gpu.Shared[[Threads]float64](), gpu.Shared[[Threads]float64]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*Threads + t
	v := float64(in[min(i, n-1)])
	lows[t], highs[t] = v, v
	if i >= n {
		v = 0
	}
	sums[t], squared[t] = v, v*v
	for half := Threads / 2; half > 0; half /= 2 {
		gpu.SyncThreads()
		if t < half {
			sums[t] += sums[t+half]
			squared[t] += squared[t+half]
			lows[t] = min(lows[t], lows[t+half])
			highs[t] = max(highs[t], highs[t+half])
		}
	}
	if t == 0 {
		b := gpu.BlockIdx.X
		sum[b], squares[b] = float32(sums[0]), float32(squared[0])
		least[b], most[b] = float32(lows[0]), float32(highs[0])
	}
}

// Rows is how many results Project computes of each point.
const Rows = 16

// Project sets out[r·n+i], for every r < Rows and i < n, to the sum of
// w[k·Rows+r]·in[k·n+i] over all k < columns, added up in float64 and rounded once.
// Elements of out behind the last row stay as they are.
//
// It is launched with n threads, rounded up to whole blocks of 256.
//
// Wanted: 2048 threads on an SM, no local memory, and no more loads than README.md allows.
func Project(out, w, in []float32, columns, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var sums [Rows]float64
	for k := range columns {
		x := float64(in[k*n+i])
		for r := range sums {
			sums[r] += float64(w[k*Rows+r]) * x
		}
	}
	for r, sum := range sums {
		out[r*n+i] = float32(sum)
	}
}

// Taps is how many elements Filter adds up.
const Taps = 48

// Filter sets out[i], for every i < n, to 1·in[i] + 2·in[i+1] + … + 48·in[i+47].
// in has n+47 elements. Elements of out from n on stay as they are.
//
// It is launched with n threads, rounded up to whole blocks of 256.
//
// Wanted: 2048 threads on an SM, and no local memory.
//
//gpu:launchbounds 256 1
func Filter(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for k := range Taps {
		sum += float32(k+1) * in[i+k]
	}
	out[i] = sum
}

// Census counts classes. Elements of in are numbers from 0 to 15, and most of them are equal. Part b of in
// is in[4096·b] to in[4096·b+4095]; the last part may be shorter. counts[16·b+c] becomes the number of
// elements of part b that are c.
//
// It is launched with a block of 128 threads for each part.
//
// Write it so that its counters are those of the profile in README.md.
func Census(counts, in []int32, n int) {
}
