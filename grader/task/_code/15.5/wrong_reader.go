package main

import "gpucourse/gpusim/gpu"

// Deliver has no fence in block 1.
func Deliver(x, y, flag, saw []int32) {
	if gpu.BlockIdx.X == 0 {
		x[0] = 1
		y[0] = 2
		gpu.Threadfence()
		gpu.StoreVolatile(&flag[0], 1)
		return
	}
	saw[0] = gpu.LoadVolatile(&flag[0])
	saw[1] = x[0]
	saw[2] = y[0]
}
