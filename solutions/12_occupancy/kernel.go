// Package occupancy is the solution of exercise 12: three kernels of which an SM
// holds as many warps as it can.
package occupancy

import "gpucourse/gpusim/gpu"

// Threads is how many threads a block of Statistics has.
const Threads = 256

// Statistics reduces one figure after the other in the same array: 2048 bytes
// instead of 8192.
func Statistics(sum, squares, least, most, in []float32, n int) {
	room := gpu.Shared[[Threads]float64]()
	b := gpu.BlockIdx.X
	i := b*Threads + gpu.ThreadIdx.X
	v := float64(in[min(i, n-1)])
	low, high := lowest(room, v), -lowest(room, -v)
	if i >= n {
		v = 0
	}
	total, squared := added(room, v), added(room, v*v)
	if gpu.ThreadIdx.X == 0 {
		sum[b], squares[b] = float32(total), float32(squared)
		least[b], most[b] = float32(low), float32(high)
	}
}

// added returns the sum of all threads' v.
func added(room *[Threads]float64, v float64) float64 {
	t := gpu.ThreadIdx.X
	gpu.SyncThreads() // nobody still needs what was in the room before
	room[t] = v
	for half := Threads / 2; half > 0; half /= 2 {
		gpu.SyncThreads()
		if t < half {
			room[t] += room[t+half]
		}
	}
	gpu.SyncThreads()
	return room[0]
}

// lowest returns the least of all threads' v.
func lowest(room *[Threads]float64, v float64) float64 {
	t := gpu.ThreadIdx.X
	gpu.SyncThreads()
	room[t] = v
	for half := Threads / 2; half > 0; half /= 2 {
		gpu.SyncThreads()
		if t < half {
			room[t] = min(room[t], room[t+half])
		}
	}
	gpu.SyncThreads()
	return room[0]
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
