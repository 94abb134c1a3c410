// Launch bounds leave 32 registers: the values wait in local memory.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

//gpu:launchbounds 256 8
func Spread(out, in []int32, n int) { // want anywhere `goal missed: [0-9]+ sectors of local memory, limit 0`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var values [window]int32
	sum := int32(0)
	for k := range window {
		values[k] = in[k*n+i]
		sum += values[k]
	}
	mean := sum / window
	spread := int32(0)
	for k := range window {
		d := values[k] - mean
		spread += d * d
	}
	out[i] = spread
}
