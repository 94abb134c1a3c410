// The negative and the zero elements vote, and every warp adds up the counts for itself.
package shuffle

import (
	"math/bits"

	"gpucourse/gpusim/gpu"
)

func Portions(out, in []float32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < 8*rows {
		v = in[i]
	}
	sum := v
	for d := 1; d < 8; d *= 2 {
		sum += gpu.ShflXorSync(gpu.FullMask, sum, d)
	}
	if i < 8*rows {
		out[i] = v / sum
	}
}

func Pack(out, in []float32, n int) {
	counts := gpu.Shared[[32]int32]()
	first, t := gpu.BlockIdx.X*1024, gpu.ThreadIdx.X
	here := first+t < n
	v := float32(-1)
	if here {
		v = in[first+t]
	}
	dropped := gpu.BallotSync(gpu.FullMask, !(v > 0))
	kept := ^dropped
	if gpu.LaneID() == 0 {
		counts[gpu.WarpID()] = int32(bits.OnesCount32(kept))
	}
	gpu.SyncThreads()
	mine := counts[gpu.LaneID()]
	before, all := int32(0), mine
	if gpu.LaneID() < gpu.WarpID() {
		before = mine
	}
	for d := 1; d < 32; d *= 2 {
		before += gpu.ShflXorSync(gpu.FullMask, before, d)
		all += gpu.ShflXorSync(gpu.FullMask, all, d)
	}
	if v > 0 {
		out[first+int(before)+bits.OnesCount32(kept&(1<<gpu.LaneID()-1))] = v
	}
	if here && t >= int(all) {
		out[first+t] = 0
	}
}
