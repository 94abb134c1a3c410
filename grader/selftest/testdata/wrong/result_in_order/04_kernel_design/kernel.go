// The element is read in order, but the result is stored where the thread stands.
package divergence

import "gpucourse/gpusim/gpu"

func Collatz(steps, start, order []int32, n int) {
	t := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if t >= n {
		return
	}
	count := int32(0)
	for x := start[order[t]]; x > 1; count++ {
		if x%2 == 0 {
			x = x / 2
		} else {
			x = 3*x + 1
		}
	}
	steps[t] = count // want `steps\[\d+\] has a wrong value` `steps from \d+ to 1`
}
