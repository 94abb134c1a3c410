// The mean is rounded, so the sum is not 48 of it.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

func Spread(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum, squares := int32(0), int32(0)
	for k := range window {
		value := in[k*n+i]
		sum += value
		squares += value * value
	}
	mean := sum / window
	out[i] = squares - mean*sum // want `wrong result: out.* has a wrong value` `all three parts`
}
