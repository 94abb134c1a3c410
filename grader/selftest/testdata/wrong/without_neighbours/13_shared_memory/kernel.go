// Each block knows its own elements only.
package tiling

import "gpucourse/gpusim/gpu"

func Window(out, in []float32, n int) {
	own := gpu.Shared[[128]float32]()
	t, i := gpu.ThreadIdx.X, gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X
	own[t] = at(in, i, n)
	gpu.SyncThreads()
	sum := float32(0)
	for j := max(t-8, 0); j <= min(t+8, 127); j++ {
		sum += own[j]
	}
	if i < n {
		out[i] = sum // want `out\[0\] has a wrong value` `sum of 17 elements of the ring, in\[119\] to in\[8\]` `those of the blocks on both sides too`
	}
}

func at(in []float32, i, n int) float32 {
	return in[(i+n)%n]
}
