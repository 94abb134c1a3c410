package main

import "gpucourse/gpusim/gpu"

// Shares lets every thread read the eight words one by one.
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
	gpu.SyncThreads()
	v = 0
	for w := range 8 {
		v += part[w]
	}
	out[i] = v
}
