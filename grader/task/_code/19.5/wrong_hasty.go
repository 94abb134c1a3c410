package main

import "gpucourse/gpusim/gpu"

// Shares stores in out the sum of the block's 256 elements, for each of its threads.
func Shares(out, in []float32) {
	part := gpu.Shared[[8]float32]()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := in[i]
	for m := 16; m > 0; m /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, m)
	}
	if gpu.LaneID() == 0 {
		part[gpu.WarpID()] = v
	}
	v = part[gpu.LaneID()%8]
	for m := 4; m > 0; m /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, m)
	}
	out[i] = v
}
