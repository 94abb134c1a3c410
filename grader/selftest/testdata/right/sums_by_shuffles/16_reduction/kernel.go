// Package reduction solves exercise 16 with shuffles: shared memory holds one word a warp.
package reduction

import (
	"math"

	"gpucourse/gpusim/gpu"
)

// warpSum returns the sum of the warp's values to lane 0.
func warpSum(v float32) float32 {
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflDownSync(gpu.FullMask, v, d)
	}
	return v
}

// blockSum returns the sum of what 256 threads bring to the first of them.
func blockSum(v float32) float32 {
	sums := gpu.Shared[[8]float32]()
	v = warpSum(v)
	if gpu.LaneID() == 0 {
		sums[gpu.WarpID()] = v
	}
	gpu.SyncThreads()
	v = 0
	if gpu.ThreadIdx.X < 8 {
		v = sums[gpu.ThreadIdx.X]
	}
	if gpu.WarpID() == 0 {
		v = warpSum(v)
	}
	return v
}

func Blocks(sums, work, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < n {
		v = in[i] * in[i]
	}
	if v = blockSum(v); gpu.ThreadIdx.X == 0 {
		sums[gpu.BlockIdx.X] = v
	}
}

func Total(total, in []float32, n int) {
	var v [4]float32
	step := gpu.GridDim.X * 256
	for i := gpu.BlockIdx.X*256 + gpu.ThreadIdx.X; i < n; i += len(v) * step {
		for k := range v {
			v[k] += in[min(i+k*step, n-1)] * within(i+k*step, n)
		}
	}
	if sum := blockSum(v[0] + v[1] + v[2] + v[3]); gpu.ThreadIdx.X == 0 {
		gpu.AtomicAdd(&total[0], sum)
	}
}

// within is 1 for an element that there is and 0 for others.
func within(i, n int) float32 {
	if i < n {
		return 1
	}
	return 0
}

// Largest makes one number of value and place, of which the larger one wins: a
// value's bits, put in order, above the column counted backwards.
func Largest(values []float32, places []int32, in []float32, width int) {
	keys := gpu.Shared[[4]uint64]()
	key := uint64(0)
	for c := gpu.ThreadIdx.X; c < width; c += 128 {
		bits := math.Float32bits(in[gpu.BlockIdx.X*width+c])
		if bits>>31 == 1 {
			bits = ^bits
		} else {
			bits |= 1 << 31
		}
		key = max(key, uint64(bits)<<32|uint64(^uint32(c)))
	}
	for d := 16; d > 0; d /= 2 {
		key = max(key, gpu.ShflXorSync(gpu.FullMask, key, d))
	}
	if gpu.LaneID() == 0 {
		keys[gpu.WarpID()] = key
	}
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 {
		key = max(keys[0], keys[1], keys[2], keys[3])
		bits := uint32(key >> 32)
		if bits>>31 == 1 {
			bits ^= 1 << 31
		} else {
			bits = ^bits
		}
		values[gpu.BlockIdx.X] = math.Float32frombits(bits)
		places[gpu.BlockIdx.X] = int32(^uint32(key))
	}
}
