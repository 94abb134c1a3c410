// Package local moves the ring from local to global memory.
package local

import "gpucourse/gpusim/gpu"

const window = 16 // values of a sum

var ring gpu.Global[[window * 2048]float32]

// Smooth keeps the last values in a variable of its own.
func Smooth(out, in []float32, n, length int) { // want anywhere `sectors of local memory, but \d+ global sectors loaded` `goal missed: \d+ global sectors loaded`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	for k := range window {
		ring.V[k*n+i] = 0
	}
	sum := float32(0)
	for t := range length {
		value := in[t*n+i]
		sum += value - ring.V[t%window*n+i]
		ring.V[t%window*n+i] = value
		out[t*n+i] = sum
	}
}
