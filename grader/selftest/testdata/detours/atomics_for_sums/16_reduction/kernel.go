// Package reduction lets each thread add its element to the sum of its block.
package reduction

import "gpucourse/gpusim/gpu"

// Blocks needs no shared memory.
func Blocks(sums, work, in []float32, n int) { // want anywhere `goal missed: \d+ sectors stored` `wavefronts of shared memory, but \d+ sectors stored`
	if gpu.ThreadIdx.X == 0 {
		sums[gpu.BlockIdx.X] = 0
	}
	gpu.SyncThreads()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		gpu.AtomicAdd(&sums[gpu.BlockIdx.X], in[i]*in[i])
	}
}
