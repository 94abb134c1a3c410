// Nothing is written behind the last run.
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
	ends := lane == 31 || v != after
	votes := gpu.BallotSync(gpu.FullMask, ends)
	below := votes & (1<<lane - 1)
	if ends {
		place := i - lane + bits.OnesCount32(below)
		values[place] = v // want anywhere `wrong result: values\[\d+\] was never written` `the places of a row get 0`
		lengths[place] = int32(lane + 1 - bits.Len32(below))
	}
}
