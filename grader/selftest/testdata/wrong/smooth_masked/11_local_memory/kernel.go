// A mask is no more a constant than a remainder.
package local

import "gpucourse/gpusim/gpu"

const window = 16

func Smooth(out, in []float32, n, length int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var ring [window]float32
	sum := float32(0)
	for t := range length {
		value := in[t*n+i]
		at := t & (window - 1)
		sum += value - ring[at] // want anywhere `goal missed: [0-9]+ sectors of local memory, limit 0`
		ring[at] = value
		out[t*n+i] = sum
	}
}
