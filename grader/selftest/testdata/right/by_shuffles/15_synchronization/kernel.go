// Pairs exchange their numbers with shuffles, in the order of a bitonic sort.
package synchronization

import "gpucourse/gpusim/gpu"

func Sort(out, in []int32, rows int) {
	lane, i := gpu.LaneID(), gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X
	if i >= 32*rows {
		return
	}
	v := in[i]
	for size := 2; size <= 32; size *= 2 {
		for d := size / 2; d > 0; d /= 2 {
			other := gpu.ShflXorSync(gpu.FullMask, v, d)
			if (lane&size == 0) == (lane&d == 0) {
				v = min(v, other)
			} else {
				v = max(v, other)
			}
		}
	}
	out[i] = v
}
