package kernels

// This file holds the kernels about divergence.

import "gpucourse/gpusim/gpu"

// DivergeLane has odd and even lanes of a warp take different branches.
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

// DivergeWarp has odd and even warps take different branches.
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

// DivergeLoop runs one more iteration in each lane than the lane's number.
func DivergeLoop(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := x[i]
	for k := 0; k <= gpu.ThreadIdx.X&31; k++ {
		v = v*0.999 + x[i]
	}
	x[i] = v
}
