// Package reduction solves exercise 16: a thread keeps its own sum in a register
// and only shows it to others, and rows are compared from both ends.
package reduction

import (
	"math"

	"gpucourse/gpusim/gpu"
)

func addUp(v float32) float32 {
	part := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	part[t] = v
	for k := 128; k > 0; k >>= 1 {
		gpu.SyncThreads()
		if t < k {
			v += part[t+k]
			part[t] = v
		}
	}
	return v
}

func Blocks(sums, work, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < n {
		v = in[i] * in[i]
	}
	v = addUp(v)
	if gpu.ThreadIdx.X == 0 {
		sums[gpu.BlockIdx.X] = v
	}
}

func Total(total, in []float32, n int) {
	v, step := float32(0), gpu.GridDim.X*256
	i := gpu.BlockIdx.X*256 + gpu.ThreadIdx.X
	for ; i < n-7*step; i += 8 * step {
		for k := range 8 {
			v += in[i+k*step]
		}
	}
	for ; i < n; i += step {
		v += in[i]
	}
	v = addUp(v)
	if gpu.ThreadIdx.X == 0 {
		gpu.AtomicAdd(&total[0], v)
	}
}

func Largest(values []float32, places []int32, in []float32, width int) {
	best, place := gpu.DynamicShared[float32](), gpu.DynamicShared[int32]()[128:]
	t := gpu.ThreadIdx.X
	v, at := float32(math.Inf(-1)), int32(width)
	for c := t; c < width; c += 128 {
		if x := in[gpu.BlockIdx.X*width+c]; x > v {
			v, at = x, int32(c)
		}
	}
	best[t], place[t] = v, at
	for left := 128; left > 1; left /= 2 {
		gpu.SyncThreads()
		if other := left - 1 - t; t < other {
			if x, y := best[other], place[other]; x > v || x == v && y < at {
				v, at = x, y
				best[t], place[t] = v, at
			}
		}
	}
	if t == 0 {
		values[gpu.BlockIdx.X], places[gpu.BlockIdx.X] = v, at
	}
}
