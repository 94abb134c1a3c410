// All numbers are sorted, so all wait in local memory.
package registers

import "gpucourse/gpusim/gpu"

func Best(out, in []int32, n int) { // want anywhere `registers per thread, limit|sectors of local memory, limit 0`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var own [64]int32
	for k := range 64 {
		own[k] = in[k*n+i]
	}
	for j := range 4 {
		at := j
		for k := j + 1; k < 64; k++ {
			if own[k] > own[at] {
				at = k
			}
		}
		own[j], own[at] = own[at], own[j]
		out[j*n+i] = own[j]
	}
}
