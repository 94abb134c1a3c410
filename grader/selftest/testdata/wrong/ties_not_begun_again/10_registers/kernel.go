// A larger value is kept, and the count of the smaller one as well.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

func Ties(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	largest, ties := in[i], int32(0)
	for k := range window {
		value := in[k*n+i]
		if value > largest {
			largest = value
		}
		if value == largest {
			ties++
		}
	}
	out[i] = ties // want `wrong result: out.* has a wrong value` `begins the count again`
}
