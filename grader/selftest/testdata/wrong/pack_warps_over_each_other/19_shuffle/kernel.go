// All warps begin at the block's first place.
package shuffle

import (
	"math/bits"

	"gpucourse/gpusim/gpu"
)

func Pack(out, in []float32, n int) {
	first, t := gpu.BlockIdx.X*gpu.BlockDim.X, gpu.ThreadIdx.X
	v := float32(0)
	if first+t < n {
		v = in[first+t]
	}
	votes := gpu.BallotSync(gpu.FullMask, v > 0)
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
	if v > 0 {
		out[first+rank] = v // want `is written by .*no barrier between`
	}
	if t >= kept && first+t < n {
		out[first+t] = 0
	}
} // want anywhere `has a wrong value`
