// A row that begins with the number before it is part of the run of that row.
package shuffle

import (
	"math/bits"

	"gpucourse/gpusim/gpu"
)

func Runs(values, lengths, in []int32, rows int) {
	i := gpu.BlockIdx.X*128 + gpu.ThreadIdx.X
	if i >= 32*rows {
		return
	}
	lane, v := gpu.ThreadIdx.X%32, in[i]
	after := gpu.ShflDownSync(gpu.FullMask, v, 1)
	ends := v != after // lane 31 gets its own number
	votes := gpu.BallotSync(gpu.FullMask, ends)
	below := votes & (1<<lane - 1)
	if ends {
		place := i - lane + bits.OnesCount32(below)
		values[place] = v
		lengths[place] = int32(lane + 1 - bits.Len32(below)) // want anywhere `wrong result: values\[\d+\] ` `the last run of a row end|places of a row get 0`
	}
	if lane >= bits.OnesCount32(votes) {
		values[i], lengths[i] = 0, 0
	}
}
