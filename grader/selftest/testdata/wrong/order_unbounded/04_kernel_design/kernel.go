// Threads without an element take one from behind order.
package divergence

import "gpucourse/gpusim/gpu"

func Collatz(steps, start, order []int32, n int) {
	i := order[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X]
	count := int32(0)
	for x := start[i]; x > 1; count++ { // want `reading start: index -2147483648 is out of range` `does this thread have an element at all`
		if x%2 == 0 {
			x = x / 2
		} else {
			x = 3*x + 1
		}
	}
	steps[i] = count
}
