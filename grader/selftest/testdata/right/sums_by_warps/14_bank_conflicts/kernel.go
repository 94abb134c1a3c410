// Each warp adds up four classes, with shuffles at the end.
package bankconflicts

import "gpucourse/gpusim/gpu"

const classes, block, chunk = 16, 128, 8192

func Histogram(bins, in []int32, n int) {
	counters := gpu.Shared[[classes][block]int32]()
	t := gpu.ThreadIdx.X
	for c := range classes {
		counters[c][t] = 0
	}
	first := gpu.BlockIdx.X * chunk
	for i := first + t; i < min(first+chunk, n); i += block {
		counters[in[i]%classes][t]++
	}
	gpu.SyncThreads()
	lane := gpu.LaneID()
	for c := t / gpu.WarpSize; c < classes; c += block / gpu.WarpSize {
		sum := int32(0)
		for k := lane; k < block; k += gpu.WarpSize {
			sum += counters[c][k]
		}
		for d := gpu.WarpSize / 2; d > 0; d /= 2 {
			sum += gpu.ShflDownSync(gpu.FullMask, sum, d)
		}
		if lane == 0 {
			gpu.AtomicAdd(&bins[c], sum)
		}
	}
}
