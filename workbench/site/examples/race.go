package kernels

import "gpucourse/gpusim/gpu"

// Smooth adds up three neighbours on a ring, in one block. A barrier is missing: Check names
// both lines.
func Smooth(out, in []float32) {
	ring := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	ring[t] = in[t]
	out[t] = ring[(t+255)%256] + ring[t] + ring[(t+1)%256]
}
