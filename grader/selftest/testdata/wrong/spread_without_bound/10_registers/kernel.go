// The last block has threads that have nothing to do.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

func Spread(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum, squares := int32(0), int32(0)
	for k := range window {
		value := in[k*n+i] // want `reading in: index 6224 is out of range` `have an element at all`
		sum += value
		squares += value * value
	}
	mean := sum / window
	out[i] = squares - 2*mean*sum + window*mean*mean
}
