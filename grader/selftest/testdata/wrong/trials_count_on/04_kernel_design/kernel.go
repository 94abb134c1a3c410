// The count goes on from element to element.
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
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x, count := seeds[i], int32(0)
	for {
		x = next(x)
		count++
		if lucky(x) {
			trials[i] = count // want `wrong result: trials\[\d+\] has a wrong value`
			i += gpu.GridDim.X * gpu.BlockDim.X
			if i >= n {
				return
			}
			x = seeds[i]
		}
	}
}
