package main

import "gpucourse/gpusim/gpu"

// Deliver has fences for one block.
func Deliver(x, y, flag, saw []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		y[0] = 2
		gpu.ThreadfenceBlock()
		gpu.StoreVolatile(&flag[0], 1)
		return
	}
	saw[0] = gpu.LoadVolatile(&flag[0])
	gpu.ThreadfenceBlock()
	saw[1] = x[0]
	saw[2] = y[0]
}
