// Launch bounds leave 32 registers: the values wait in local memory.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

//gpu:launchbounds 256 8
func Ties(out, in []int32, n int) { // want anywhere `goal missed: [0-9]+ sectors of local memory, limit 0`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var values [window]int32
	largest := in[i]
	for k := range window {
		values[k] = in[k*n+i]
		largest = max(largest, values[k])
	}
	ties := int32(0)
	for k := range window {
		if values[k] == largest {
			ties++
		}
	}
	out[i] = ties
}
