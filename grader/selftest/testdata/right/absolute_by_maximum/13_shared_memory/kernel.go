// The difference without its sign is the larger one of the two.
package tiling

import "gpucourse/gpusim/gpu"

func Distances(out, in []float32, n int) {
	part := gpu.DynamicShared[float32]()
	t, size := gpu.ThreadIdx.X, gpu.BlockDim.X
	i := gpu.BlockIdx.X*size + t
	mine := in[min(i, n-1)]
	sum := float32(0)
	for first := 0; first < n; first += size {
		gpu.SyncThreads()
		part[t] = in[min(first+t, n-1)]
		gpu.SyncThreads()
		for j := 0; j < size && first+j < n; j++ {
			sum += max(mine-part[j], part[j]-mine)
		}
	}
	if i < n {
		out[i] = sum
	}
}
