// Each thread adds up a stretch of neighbours, as threads of a CPU would.
package reduction

import "gpucourse/gpusim/gpu"

func Total(total, in []float32, n int) {
	part := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	threads := gpu.GridDim.X * 256
	each := (n + threads - 1) / threads
	first := (gpu.BlockIdx.X*256 + t) * each
	v := float32(0)
	for i := first; i < first+each && i < n; i++ {
		v += in[i] // want `goal missed: 40200 sectors loaded, limit 6280` `step by the number of all threads of the grid`
	}
	part[t] = v
	gpu.SyncThreads()
	for k := 128; k > 0; k /= 2 {
		if t < k {
			part[t] += part[t+k]
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		gpu.AtomicAdd(&total[0], part[0])
	}
}
