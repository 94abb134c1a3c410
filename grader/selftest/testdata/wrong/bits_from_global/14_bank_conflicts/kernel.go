// Each thread loads the element that it stores.
package bankconflicts

import (
	"math/bits"

	"gpucourse/gpusim/gpu"
)

func BitReverse(out, in []float32) {
	for k := gpu.ThreadIdx.X; k < 1024; k += 256 {
		out[1024*gpu.BlockIdx.X+k] = in[1024*gpu.BlockIdx.X+reverse(k)] // want anywhere `goal missed: \d+ sectors loaded and stored, limit` `should move once`
	}
}

func reverse(k int) int { return int(bits.Reverse32(uint32(k)) >> 22) }
