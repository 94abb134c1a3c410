// Values of 16 bits have a register each, all the same.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

func Ties(out, in []int32, n int) { // want `goal missed: [0-9]+ registers per thread, limit 40`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var values [window]int16
	largest := int16(in[i])
	for k := range window {
		values[k] = int16(in[k*n+i])
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
