package main

import "gpucourse/gpusim/gpu"

// Ahead subtracts each element from the one of the next lane. Lane 31 gets 0.
func Ahead(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := in[i]
	next := gpu.ShflSync(gpu.FullMask, v, gpu.LaneID()+1)
	out[i] = next - v
}
