package main

import "gpucourse/gpusim/gpu"

// Deliver has the fence of block 0 in the wrong place.
func Deliver(x, y, flag, saw []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		gpu.Threadfence()
		y[0] = 2
		gpu.StoreVolatile(&flag[0], 1)
		return
	}
	saw[0] = gpu.LoadVolatile(&flag[0])
	gpu.Threadfence()
	saw[1] = x[0]
	saw[2] = y[0]
}
