// The first coefficient belongs to the highest power.
package registers

import "gpucourse/gpusim/gpu"

const terms = 48

func Evaluate(out, coef, words []int32, n, rounds int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x := int32(i)
	for r := range rounds {
		x = x*31 + words[r]
	}
	sum, power := int32(0), int32(1)
	for k := range terms {
		sum += coef[k*n+i] * power
		power *= x
	}
	out[i] = sum // want `wrong result: out.* has a wrong value`
}
