// What is left when whole rings are done is left out.
package local

import "gpucourse/gpusim/gpu"

const window = 16

func Smooth(out, in []float32, n, length int) { // want `out.2032. was never written` `value 16 of series 0`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var ring [window]float32
	sum := float32(0)
	for first := 0; first+window <= length; first += window {
		for k := range window {
			value := in[(first+k)*n+i]
			sum += value - ring[k]
			ring[k] = value
			out[(first+k)*n+i] = sum
		}
	}
}
