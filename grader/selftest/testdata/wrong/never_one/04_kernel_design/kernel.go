// An odd number is never left: 3x is odd again.
package divergence

import "gpucourse/gpusim/gpu"

func Collatz(steps, start, order []int32, n int) {
	t := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if t >= n {
		return
	}
	i := order[t]
	count := int32(0)
	for x := start[i]; x != 1; count++ { // want anywhere `Collatz executed 3000000 warp instructions without ending` `a loop does not end`
		if x%2 == 0 {
			x = x / 2
		} else {
			x = 3 * x
		}
	}
	steps[i] = count
}
