package image

import "gpucourse/gpusim/gpu"

// Histogram counts each edge in global memory.
func Histogram(bins []int32, edges []float32, n int) {
	for i := gpu.BlockIdx.X*256 + gpu.ThreadIdx.X; i < n; i += 256 * gpu.GridDim.X {
		gpu.AtomicAdd(&bins[int(edges[i])], 1) // want `goal missed: 1256 global atomic requests` `how often does it add to each` `goal missed: \d+ cycles, limit 14000`
	}
}
