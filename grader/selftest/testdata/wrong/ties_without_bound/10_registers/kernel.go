// The last block has threads that have nothing to do.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

func Ties(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	largest, ties := in[i], int32(0)
	for k := range window {
		value := in[k*n+i] // want `reading in: index 6224 is out of range` `have an element at all`
		if value > largest {
			largest, ties = value, 0
		}
		if value == largest {
			ties++
		}
	}
	out[i] = ties
}
