// The right order of steps, in global memory.
package reduction

import "gpucourse/gpusim/gpu"

func Blocks(sums, work, in []float32, n int) {
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	if i < n {
		work[i] = in[i] * in[i]
	}
	gpu.SyncThreads()
	for k := 128; k > 0; k /= 2 {
		if t < k && i+k < n {
			work[i] += work[i+k] // want `goal missed: \d+ sectors loaded, limit \d+` `goal missed: \d+ sectors stored, limit \d+` `copy its element into shared memory`
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		sums[gpu.BlockIdx.X] = work[i]
	}
}
