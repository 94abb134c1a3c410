// No shared memory at all: every element is an atomic on global memory.
package bankconflicts

import "gpucourse/gpusim/gpu"

func Histogram(bins, in []int32, n int) {
	first := gpu.BlockIdx.X * 8192
	for i := first + gpu.ThreadIdx.X; i < min(first+8192, n); i += gpu.BlockDim.X {
		gpu.AtomicAdd(&bins[in[i]%16], 1) // want `1272 global atomic requests, limit 160` `add up its counts first`
	}
}
