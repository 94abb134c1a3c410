// The ring starts with the first value, not with 0.
package local

import "gpucourse/gpusim/gpu"

const window = 16

func Smooth(out, in []float32, n, length int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var ring [window]float32
	for k := range window {
		ring[k] = in[i]
	}
	sum := window * in[i]
	for first := 0; first < length; first += window {
		for k := range window {
			if t := first + k; t < length {
				value := in[t*n+i]
				sum += value - ring[k]
				ring[k] = value
				out[t*n+i] = sum // want `wrong result: out.0. has a wrong value`
			}
		}
	}
}
