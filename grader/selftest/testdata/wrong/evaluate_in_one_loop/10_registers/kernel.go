// The coefficients are used while x is still on its way.
package registers

import "gpucourse/gpusim/gpu"

const terms = 48

func Evaluate(out, coef, words []int32, n, rounds int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x, sum := int32(i), int32(0)
	for k := range terms {
		if k < rounds {
			x = x*31 + words[k]
		}
		sum = sum*x + coef[k*n+i]
	}
	out[i] = sum // want `wrong`
}
