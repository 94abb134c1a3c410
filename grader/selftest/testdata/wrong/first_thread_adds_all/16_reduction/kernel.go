// Shared memory as a basket: one thread takes everything out of it.
package reduction

import "gpucourse/gpusim/gpu"

func Blocks(sums, work, in []float32, n int) {
	part := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	part[t] = 0
	if i < n {
		part[t] = in[i] * in[i]
	}
	gpu.SyncThreads()
	if t == 0 {
		sum := float32(0)
		for _, v := range part {
			sum += v // want anywhere `goal missed: 12560 wavefronts of shared memory, limit 8792`
		}
		sums[gpu.BlockIdx.X] = sum
	}
}
