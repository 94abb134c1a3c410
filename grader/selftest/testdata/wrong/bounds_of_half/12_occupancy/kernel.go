// Four blocks of 256 threads per SM are half of what it holds.
package occupancy

import "gpucourse/gpusim/gpu"

const Taps = 48

//gpu:launchbounds 256 4
func Filter(out, in []float32, n int) { // want `goal missed: 50 percent occupancy, at least 100` `launch__occupancy_limit_registers 4`
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
