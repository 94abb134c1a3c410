// Warps add up with shuffles.
package synchronization

import "gpucourse/gpusim/gpu"

func Mean(mean, parts []float32, count []int32, in []float32, n int) {
	last := gpu.Shared[bool]()
	t, sum := gpu.ThreadIdx.X, float32(0)
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + t; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		sum += in[i] * in[i]
	}
	sum = addUp(sum)
	if t == 0 {
		parts[gpu.BlockIdx.X] = sum
		gpu.Threadfence()
		*last = gpu.AtomicAdd(&count[0], 1) == int32(gpu.GridDim.X-1)
		gpu.Threadfence()
	}
	gpu.SyncThreads()
	if !*last {
		return
	}
	sum = 0
	for b := t; b < gpu.GridDim.X; b += gpu.BlockDim.X {
		sum += parts[b]
	}
	sum = addUp(sum)
	if t == 0 {
		mean[0] = sum / float32(n)
		gpu.AtomicExch(&count[0], 0)
	}
}

// addUp adds up the block's values with shuffles: thread 0 has the sum.
func addUp(v float32) float32 {
	sums := gpu.Shared[[8]float32]()
	v = addUpWarp(v)
	if gpu.LaneID() == 0 {
		sums[gpu.ThreadIdx.X/32] = v
	}
	gpu.SyncThreads()
	v = 0
	if gpu.ThreadIdx.X < 8 {
		v = sums[gpu.ThreadIdx.X]
	}
	return addUpWarp(v)
}

func addUpWarp(v float32) float32 {
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, d)
	}
	return v
}
