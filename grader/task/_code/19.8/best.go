package main

import "gpucourse/gpusim/gpu"

// Eights adds up four times 32 elements at once. In each step a lane gives half of its
// values away and keeps the others, so four shuffles do the work of twelve.
func Eights(out, in []float32) {
	t, lane, first := gpu.ThreadIdx.X, gpu.LaneID(), 512*gpu.BlockIdx.X
	var v [4]float32
	for k := range 4 {
		v[k] = in[first+128*k+t]
	}
	for k := range 2 {
		keep, give := v[k], v[k+2]
		if lane&4 != 0 {
			keep, give = give, keep
		}
		v[k] = keep + gpu.ShflXorSync(gpu.FullMask, give, 4)
	}
	keep, give := v[0], v[1]
	if lane&2 != 0 {
		keep, give = give, keep
	}
	sum := keep + gpu.ShflXorSync(gpu.FullMask, give, 2)
	sum += gpu.ShflXorSync(gpu.FullMask, sum, 1)
	if lane&1 == 0 {
		out[(first+t)/8+16*(lane%8/2)] = sum
	}
}
