// Nine bits are turned, and the highest stays.
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
		r := k&512 | reverse(k)>>1
		to[k] = row[r^r>>5] // want anywhere `wrong result: out\[\d+\] has a wrong value` `which bit of the number`
	}
}

func reverse(k int) int { return int(bits.Reverse32(uint32(k)) >> 23 << 1) }
