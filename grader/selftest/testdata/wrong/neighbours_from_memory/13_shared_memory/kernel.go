// Shared memory where it is easy, and global memory for all windows that leave the block, by all lanes.
package tiling

import "gpucourse/gpusim/gpu"

func Window(out, in []float32, n int) {
	own := gpu.Shared[[128]float32]()
	t, i := gpu.ThreadIdx.X, gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X
	own[t] = at(in, i, n)
	gpu.SyncThreads()
	sum := float32(0)
	for d := -8; d <= 8; d++ {
		if t+d >= 0 && t+d < 128 {
			sum += own[t+d]
		} else {
			sum += at(in, i+d, n)
		}
	}
	if i < n {
		out[i] = sum
	}
}

func at(in []float32, i, n int) float32 {
	if i < 2*n {
		return in[(i+n)%n] // want `goal missed: \d+ sectors loaded, limit \d+` `some of them a second one`
	}
	return 0
}
