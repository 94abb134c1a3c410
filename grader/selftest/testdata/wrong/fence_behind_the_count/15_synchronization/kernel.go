// The fence stands behind the counter only.
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
		parts[gpu.BlockIdx.X] = sum // want anywhere `parts\[\d+\] is written by thread .*, and read by .* with nothing between but fences` `FencedRace` `put a fence between data and flag`
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

func addUp(v float32) float32 {
	s := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	s[t] = v
	gpu.SyncThreads()
	for k := 128; k > 0; k /= 2 {
		if t < k {
			s[t] += s[t+k]
		}
		gpu.SyncThreads()
	}
	return s[0]
}
