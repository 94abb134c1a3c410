// Lanes behind the data are asked for a vote and do not come.
package shuffle

import (
	"math/bits"

	"gpucourse/gpusim/gpu"
)

func Pack(out, in []float32, n int) {
	first, t := gpu.BlockIdx.X*gpu.BlockDim.X, gpu.ThreadIdx.X
	v, votes := float32(0), uint32(0)
	if first+t < n {
		v = in[first+t]
		votes = gpu.BallotSync(gpu.FullMask, v > 0) // want `names lane 31, which does not execute this call` `n = 127`
	}
	rank := bits.OnesCount32(votes & (1<<gpu.LaneID() - 1))
	counts := gpu.Shared[[32]int32]()
	counts[gpu.WarpID()] = int32(bits.OnesCount32(votes))
	gpu.SyncThreads()
	own := counts[gpu.LaneID()]
	sum := own
	for d := 1; d < 32; d *= 2 {
		below := gpu.ShflUpSync(gpu.FullMask, sum, d)
		if gpu.LaneID() >= d {
			sum += below
		}
	}
	kept := int(gpu.ShflSync(gpu.FullMask, sum, 31))
	before := int(gpu.ShflSync(gpu.FullMask, sum-own, gpu.WarpID()))
	if v > 0 {
		out[first+before+rank] = v
	}
	if t >= kept && first+t < n {
		out[first+t] = 0
	}
}
