// An exclusive or with the number of the 32 elements takes the place of padding.
package bankconflicts

import (
	"math/bits"

	"gpucourse/gpusim/gpu"
)

func BitReverse(out, in []float32) {
	row := gpu.Shared[[1024]float32]()
	t := gpu.ThreadIdx.X
	from, to := in[1024*gpu.BlockIdx.X:], out[1024*gpu.BlockIdx.X:]
	for k := t; k < 1024; k += 256 {
		row[k^k>>5] = from[k]
	}
	gpu.SyncThreads()
	for k := t; k < 1024; k += 256 {
		r := reverse(k)
		to[k] = row[r^r>>5]
	}
}

func reverse(k int) int { return int(bits.Reverse32(uint32(k)) >> 22) }
