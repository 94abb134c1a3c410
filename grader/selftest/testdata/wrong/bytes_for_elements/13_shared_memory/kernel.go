// One element a byte: dynamic shared memory is asked for in bytes, and it is 512 of them.
package tiling

import "gpucourse/gpusim/gpu"

func Distances(out, in []float32, n int) {
	part := gpu.DynamicShared[float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	mine, sum := at(in, i, n), float32(0)
	for first := 0; first < n; first += gpu.BlockDim.X {
		part[4*t] = at(in, first+t, n) // want `writing dynamic shared memory: index \d+ is out of range|index 128 is out of range`
		gpu.SyncThreads()
		for j := range min(gpu.BlockDim.X, n-first) {
			sum += gpu.Abs(mine - part[4*j])
		}
		gpu.SyncThreads()
	}
	if i < n {
		out[i] = sum
	}
}

func at(in []float32, i, n int) float32 {
	if i >= 0 && i < n {
		return in[i]
	}
	return 0
}
