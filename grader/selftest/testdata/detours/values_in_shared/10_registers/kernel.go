// Package registers moves values from registers to shared memory.
package registers

import "gpucourse/gpusim/gpu"

const (
	window = 48 // values of a thread of Ties
	moved  = 36 // of them in shared memory
)

// Ties keeps most values in shared memory. Plain loads would give what registers still hold.
func Ties(out, in []int32, n int) { // want anywhere `registers per thread, but \d+ bytes of shared memory per block`
	room := gpu.Shared[[moved][256]int32]()
	i, t := gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X, gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var values [window - moved]int32
	largest := in[i]
	for k := range moved {
		room[k][t] = in[k*n+i]
		largest = max(largest, room[k][t])
	}
	for k := range window - moved {
		values[k] = in[(moved+k)*n+i]
		largest = max(largest, values[k])
	}
	ties := int32(0)
	for k := range moved {
		if gpu.LoadVolatile(&room[k][t]) == largest {
			ties++
		}
	}
	for k := range window - moved {
		if values[k] == largest {
			ties++
		}
	}
	out[i] = ties
}
