// The largest value is taken to be 0 at least.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

func Ties(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	largest, ties := int32(0), int32(0)
	for k := range window {
		value := in[k*n+i]
		if value > largest {
			largest, ties = value, 0
		}
		if value == largest {
			ties++
		}
	}
	out[i] = ties // want `wrong result: out.* has a wrong value`
}
