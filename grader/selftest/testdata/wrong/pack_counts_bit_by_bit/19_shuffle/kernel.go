// A lane looks at the votes one after another.
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
	rank := countBelow(votes)
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

func countBelow(votes uint32) int {
	n := 0
	for k := range 32 {
		if k < gpu.LaneID() && votes>>k&1 == 1 { // want `warp instructions, limit 121600` `let bits.OnesCount32 count`
			n++
		}
	}
	return n
}
