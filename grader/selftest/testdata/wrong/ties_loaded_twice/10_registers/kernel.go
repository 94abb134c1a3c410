// The values are loaded a second time; without the fence the compiler would
// notice, and keep them.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

func Ties(out, in []int32, n int) { // want anywhere `goal missed: [0-9]+ global sectors loaded`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	largest := in[i]
	for k := range window {
		largest = max(largest, in[k*n+i])
	}
	gpu.ThreadfenceBlock()
	ties := int32(0)
	for k := range window {
		if in[k*n+i] == largest {
			ties++
		}
	}
	out[i] = ties
}
