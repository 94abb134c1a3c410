package solver

import "gpucourse/gpusim/gpu"

// Dot gives each thread a run of neighbouring elements.
func Dot(sum, a, b []float32, n int) {
	parts := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	each := (n + 256*gpu.GridDim.X - 1) / (256 * gpu.GridDim.X)
	first := (gpu.BlockIdx.X*256 + t) * each
	v := float32(0)
	for i := first; i < min(first+each, n); i++ {
		v += a[i] * b[i] // want `goal missed: \d+ sectors loaded` `neighbours in neighbouring lanes`
	}
	parts[t] = v
	for k := 128; k > 0; k /= 2 {
		gpu.SyncThreads()
		if t < k {
			parts[t] += parts[t+k]
		}
	}
	if t == 0 {
		gpu.AtomicAdd(&sum[0], parts[0])
	}
}
