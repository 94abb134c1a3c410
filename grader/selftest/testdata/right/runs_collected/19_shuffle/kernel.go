// Each place of the result is written by its own lane, which gets its run from the lane where the run begins.
package shuffle

import (
	"math/bits"

	"gpucourse/gpusim/gpu"
)

func Runs(values, lengths, in []int32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= 32*rows {
		return
	}
	lane, v := gpu.LaneID(), in[i]
	before := gpu.ShflUpSync(gpu.FullMask, v, 1)
	votes := gpu.BallotSync(gpu.FullMask, lane == 0 || v != before)
	count := bits.OnesCount32(votes)
	mine := votes&(1<<lane) != 0
	place := bits.OnesCount32(votes & (1<<lane - 1))
	length := 32 - lane
	if above := votes >> lane >> 1; above != 0 {
		length = bits.TrailingZeros32(above) + 1
	}
	for zero := lane; zero >= count; zero = -1 {
		values[i], lengths[i] = 0, 0
	}
	if !mine {
		return
	}
	values[i-lane+place], lengths[i-lane+place] = v, int32(length)
}
