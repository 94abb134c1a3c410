package main

import (
	"math/bits"

	"gpucourse/gpusim/gpu"
)

// Ranks stores how many lanes below, in the same warp, have an element above 0.
func Ranks(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	votes := gpu.BallotSync(gpu.FullMask, in[i] > 0)
	out[i] = float32(bits.OnesCount32(votes & (2<<gpu.LaneID() - 1)))
}
