// Package shuffle exchanges values in the result, where shared memory does not count them.
package shuffle

import "gpucourse/gpusim/gpu"

// Running adds up in out.
func Running(out, in []float32, n int) { // want anywhere `wavefronts of shared memory, but \d+ sectors loaded and stored`
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	if i < n {
		out[i] = in[i]
	}
	gpu.SyncThreads()
	for d := 1; d < gpu.BlockDim.X; d *= 2 {
		below := float32(0)
		if t >= d && i < n {
			below = out[i-d]
		}
		gpu.SyncThreads()
		if i < n {
			out[i] += below
		}
		gpu.SyncThreads()
	}
}
