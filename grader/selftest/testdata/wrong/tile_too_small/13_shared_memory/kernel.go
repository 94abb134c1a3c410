// The tile has no room for the right neighbours.
package tiling

import "gpucourse/gpusim/gpu"

func Window(out, in []float32, n int) {
	near := gpu.Shared[[128 + 8]float32]()
	t, i := gpu.ThreadIdx.X, gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X
	near[8+t] = at(in, i, n)
	if t < 8 {
		near[t] = at(in, i-8, n)
		near[136+t] = at(in, i+128, n) // want `writing near: index 136 is out of range, it has 136 elements`
	}
	gpu.SyncThreads()
	sum := float32(0)
	for j := range 17 {
		sum += near[t+j]
	}
	if i < n {
		out[i] = sum
	}
}

func at(in []float32, i, n int) float32 {
	return in[(i+n)%n]
}
