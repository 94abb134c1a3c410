// No lane leaves the loop before all could have: nothing diverges, and everybody waits.
package divergence

import "gpucourse/gpusim/gpu"

func Collatz(steps, start, order []int32, n int) {
	t := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if t >= n {
		return
	}
	i := order[t]
	count, x := int32(0), start[i]
	for range 360 {
		if x <= 1 { // want `goal missed: 983340 warp instructions, limit 437400` `its slowest lane`
			continue
		}
		if x%2 == 0 {
			x = x / 2
		} else {
			x = 3*x + 1
		}
		count++
	}
	steps[i] = count
}
