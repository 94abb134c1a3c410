// Each thread adds up the votes of the warps before its own, and the last one tells how many there are.
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
	counts, kept := gpu.Shared[[8]int32](), gpu.Shared[int32]()
	if gpu.LaneID() == 0 {
		counts[gpu.WarpID()] = int32(bits.OnesCount32(votes))
	}
	gpu.SyncThreads()
	at := int32(bits.OnesCount32(votes & (1<<gpu.LaneID() - 1)))
	for w := range gpu.WarpID() {
		at += counts[w]
	}
	if v > 0 {
		out[first+int(at)] = v
	}
	if t == gpu.BlockDim.X-1 {
		*kept = at
		if v > 0 {
			*kept++
		}
	}
	gpu.SyncThreads()
	if t >= int(*kept) && first+t < n {
		out[first+t] = 0
	}
}
