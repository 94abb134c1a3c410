// Elements are read before other warps have stored them.
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
		row[k^k>>5] = from[k] // want `is written by .*no barrier between`
	}
	for k := t; k < 1024; k += 256 {
		r := reverse(k)
		to[k] = row[r^r>>5]
	}
}

func reverse(k int) int { return int(bits.Reverse32(uint32(k)) >> 22) }
