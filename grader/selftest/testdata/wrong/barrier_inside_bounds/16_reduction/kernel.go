// The listing of a book: the barriers stand inside the test for the last element.
package reduction

import "gpucourse/gpusim/gpu"

func Blocks(sums, work, in []float32, n int) {
	part := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	if i < n {
		part[t] = in[i] * in[i]
		gpu.SyncThreads() // want `SyncThreads in code that not all threads of a warp execute` `every thread of the block must reach`
		for k := 128; k > 0; k /= 2 {
			if t < k && i+k < n {
				part[t] += part[t+k]
			}
			gpu.SyncThreads()
		}
		if t == 0 {
			sums[gpu.BlockIdx.X] = part[0]
		}
	}
}
