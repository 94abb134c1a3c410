// The directive promises blocks that are smaller than those of the launch.
package occupancy

import "gpucourse/gpusim/gpu"

const Taps = 48

//gpu:launchbounds 128 16
func Filter(out, in []float32, n int) { // want `block 256,1,1 has 256 threads` `promises at most 128` `cudaErrorInvalidValue`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for k := range Taps {
		sum += float32(k+1) * in[i+k]
	}
	out[i] = sum
}
