// Each lane counts the numbers that come before its own; equal ones stay in their order.
package synchronization

import "gpucourse/gpusim/gpu"

func Sort(out, in []int32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= 32*rows {
		return
	}
	lane, mine, before := gpu.LaneID(), in[i], 0
	for k := range 32 {
		if v := gpu.ShflSync(gpu.FullMask, mine, k); v < mine || v == mine && k < lane {
			before++
		}
	}
	out[i-lane+before] = mine
}
