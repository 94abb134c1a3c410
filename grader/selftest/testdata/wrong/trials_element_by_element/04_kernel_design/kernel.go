// A loop for each element: a warp waits for its longest one each time.
package divergence

import "gpucourse/gpusim/gpu"

func next(x uint32) uint32 { return x*1664525 + 1013904223 }

func lucky(x uint32) bool {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	x ^= x >> 16
	x *= 0x9e3779b1
	return x>>27 == 0
}

func Trials(trials []int32, seeds []uint32, n int) { // want anywhere `warp instructions, limit` `cycles, limit`
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		x, count := next(seeds[i]), int32(1)
		for !lucky(x) {
			x = next(x)
			count++
		}
		trials[i] = count
	}
}
