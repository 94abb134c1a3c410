// One loop that ends with the last element of the thread.
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

func Trials(trials []int32, seeds []uint32, n int) {
	at, step := gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X, gpu.GridDim.X*gpu.BlockDim.X
	x := uint32(0)
	if at < n {
		x = seeds[at]
	}
	for count := int32(1); at < n; count++ {
		if x = next(x); !lucky(x) {
			continue
		}
		trials[at] = count
		at += step
		count = 0
		if at < n {
			x = seeds[at]
		}
	}
}
