// A row is a square of 32 rows with a column of padding; each half of a number is turned by itself.
package bankconflicts

import (
	"math/bits"

	"gpucourse/gpusim/gpu"
)

func BitReverse(out, in []float32) {
	square := gpu.Shared[[32][33]float32]()
	lane, warp, first := gpu.LaneID(), gpu.WarpID(), gpu.BlockIdx.X*1024
	for k := range 4 {
		square[warp+8*k][lane] = in[first+32*(warp+8*k)+lane]
	}
	gpu.SyncThreads()
	for k := range 4 {
		out[first+32*(warp+8*k)+lane] = square[half(lane)][half(warp+8*k)]
	}
}

func half(k int) int { return int(bits.Reverse32(uint32(k)) >> 27) }
