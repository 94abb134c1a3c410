// Every warp loads all of in for itself.
package tiling

import "gpucourse/gpusim/gpu"

func Distances(out, in []float32, n int) {
	part := gpu.DynamicShared[float32]()
	t, lane := gpu.ThreadIdx.X, gpu.ThreadIdx.X%32
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	mine, sum := at(in, i, n), float32(0)
	for first := 0; first < n; first += 32 {
		part[t] = at(in, first+lane, n)
		gpu.SyncWarp()
		for j := range min(32, n-first) {
			sum += gpu.Abs(mine - part[t-lane+j])
		}
		gpu.SyncWarp()
	}
	if i < n {
		out[i] = sum
	}
}

func at(in []float32, i, n int) float32 {
	if i >= 0 && i < n {
		return in[i] // want `goal missed: 420 global load requests, limit 250` `serves all threads of the block`
	}
	return 0
}
