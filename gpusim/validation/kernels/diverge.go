package kernels

// This file holds the kernels about divergence.

import "gpucourse/gpusim/gpu"

// DivergeLane sends odd and even lanes of one warp different ways.
func DivergeLane(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := x[i]
	if gpu.ThreadIdx.X%2 == 0 {
		for range 16 {
			v = v*v + 1
		}
	} else {
		for range 16 {
			v = v*0.5 - 2
		}
	}
	x[i] = v
}

// DivergeWarp sends whole warps different ways.
func DivergeWarp(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := x[i]
	if (gpu.ThreadIdx.X/32)%2 == 0 {
		for range 16 {
			v = v*v + 1
		}
	} else {
		for range 16 {
			v = v*0.5 - 2
		}
	}
	x[i] = v
}

// DivergeLoop lets each lane loop as often as its number says, plus once.
func DivergeLoop(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := x[i]
	for k := 0; k <= gpu.ThreadIdx.X&31; k++ {
		v = v*0.999 + x[i]
	}
	x[i] = v
}
