// Some of the coefficients are kept, the others loaded when x is known.
package registers

import "gpucourse/gpusim/gpu"

const terms = 48

const early = 12

func Evaluate(out, coef, words []int32, n, rounds int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var c [early]int32
	for k := range early {
		c[k] = coef[k*n+i]
	}
	x := int32(i)
	for r := range rounds {
		x = x*31 + words[r]
	}
	sum := int32(0)
	for k := range early {
		sum = sum*x + c[k]
	}
	for k := early; k < terms; k++ {
		sum = sum*x + coef[k*n+i]
	}
	out[i] = sum
}
