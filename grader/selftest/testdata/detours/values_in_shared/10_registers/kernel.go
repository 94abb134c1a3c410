// Package registers moves values from registers to shared memory.
package registers

import "gpucourse/gpusim/gpu"

const (
	window = 48 // values of a thread of Spread
	moved  = 36 // of them in shared memory
)

// Spread keeps most values in shared memory. Plain loads would give what registers still hold.
func Spread(out, in []int32, n int) { // want anywhere `registers per thread, but \d+ bytes of shared memory per block`
	room := gpu.Shared[[moved][256]int32]()
	i, t := gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X, gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var values [window - moved]int32
	sum := int32(0)
	for k := range moved {
		room[k][t] = in[k*n+i]
		sum += room[k][t]
	}
	for k := range window - moved {
		values[k] = in[(moved+k)*n+i]
		sum += values[k]
	}
	mean := sum / window
	spread := int32(0)
	for k := range moved {
		d := gpu.LoadVolatile(&room[k][t]) - mean
		spread += d * d
	}
	for k := range window - moved {
		d := values[k] - mean
		spread += d * d
	}
	out[i] = spread
}
