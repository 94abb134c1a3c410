package main

import "gpucourse/gpusim/gpu"

// Deliver has a fence between all accesses.
func Deliver(x, y, flag, saw []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		gpu.Threadfence()
		y[0] = 2
		gpu.Threadfence()
		gpu.StoreVolatile(&flag[0], 1)
		return
	}
	saw[0] = gpu.LoadVolatile(&flag[0])
	gpu.Threadfence()
	saw[1] = x[0]
	gpu.Threadfence()
	saw[2] = y[0]
}
