// Package occupancy is the solution of exercise 12: three kernels of which an SM
// holds as many warps as it can, and one that is faster with fewer.
package occupancy

import "gpucourse/gpusim/gpu"

// Threads is how many threads a block of Statistics has.
const Threads = 256

// Statistics keeps the least and the most as float32, as they come: 6144 bytes instead
// of 8192, which is what a block may have.
func Statistics(sum, squares, least, most, in []float32, n int) {
	sums, squared := gpu.Shared[[Threads]float64](), gpu.Shared[[Threads]float64]()
	lows, highs := gpu.Shared[[Threads]float32](), gpu.Shared[[Threads]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*Threads + t
	v := float64(in[min(i, n-1)])
	lows[t], highs[t] = float32(v), float32(v)
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
		b, total, low, high := gpu.BlockIdx.X, sums[0], lows[0], highs[0]
		sum[b], squares[b] = float32(total), float32(squared[0])
		least[b], most[b] = low, high
	}
}

// Rows is how many results Project computes of each point.
const Rows = 16

// together is how many of them are in registers at a time: four sums take eight
// registers, and in is loaded four times instead of once.
const together = 4

// Project computes four rows at a time.
func Project(out, w, in []float32, columns, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	for first := 0; first < Rows; first += together {
		var sums [together]float64
		for k := range columns {
			x := float64(in[k*n+i])
			for r := range sums {
				sums[r] += float64(w[k*Rows+first+r]) * x
			}
		}
		for r, sum := range sums {
			out[(first+r)*n+i] = float32(sum)
		}
	}
}

// Taps is how many elements Filter adds up.
const Taps = 48

// Filter asks for eight blocks of 256 threads per SM, which are all that it holds.
//
//gpu:launchbounds 256 8
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

// Census gives each thread 16 counters of its own: 8 KB per block, of which an SM holds six. That is an
// occupancy of 37.5 %, and no thread ever waits for the counter of another.
func Census(counts, in []int32, n int) {
	own := gpu.Shared[[16][128]int32]()
	t := gpu.ThreadIdx.X
	for c := range own {
		own[c][t] = 0
	}
	first := 4096 * gpu.BlockIdx.X
	for i := first + t; i < min(first+4096, n); i += 128 {
		own[in[i]][t]++
	}
	gpu.SyncThreads()
	class, part := t%16, t/16 // a thread adds up 16 counters of one class; 16 lanes begin at different banks
	sum := int32(0)
	for k := range 16 {
		sum += own[class][16*part+(k+t)%16]
	}
	gpu.SyncThreads()
	own[part][class] = sum
	gpu.SyncThreads()
	if t < 16 {
		sum = 0
		for part := range 8 {
			sum += own[part][t]
		}
		counts[16*gpu.BlockIdx.X+t] = sum
	}
}
