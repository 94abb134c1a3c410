// The last tile is taken to be full.
package tiling

import "gpucourse/gpusim/gpu"

func Distances(out, in []float32, n int) {
	part := gpu.DynamicShared[float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	mine, sum := at(in, i, n), float32(0)
	for first := 0; first < n; first += gpu.BlockDim.X {
		part[t] = at(in, first+t, n)
		gpu.SyncThreads()
		for j := range gpu.BlockDim.X {
			sum += gpu.Abs(mine - part[j])
		}
		gpu.SyncThreads()
	}
	if i < n {
		out[i] = sum // want `out\[0\] has a wrong value` `does the last tile end at n`
	}
}

func at(in []float32, i, n int) float32 {
	if i >= 0 && i < n {
		return in[i]
	}
	return 0
}
