// x is worked out again for every coefficient.
package registers

import "gpucourse/gpusim/gpu"

const terms = 48

func Evaluate(out, coef, words []int32, n, rounds int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := int32(0)
	for k := range terms {
		x := int32(i)
		for r := range rounds {
			x = x*31 + words[r] // want `goal missed: [0-9]+ global sectors loaded`
		}
		sum = sum*x + coef[k*n+i]
	}
	out[i] = sum
}
