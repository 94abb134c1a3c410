// What is behind the kept elements stays as it was.
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
	counts := gpu.Shared[[32]int32]()
	counts[gpu.WarpID()] = int32(bits.OnesCount32(votes))
	gpu.SyncThreads()
	at := first + bits.OnesCount32(votes&(1<<gpu.LaneID()-1))
	for w := range gpu.WarpID() {
		at += int(counts[w])
	}
	if v > 0 {
		out[at] = v
	}
} // want anywhere `was never written`
