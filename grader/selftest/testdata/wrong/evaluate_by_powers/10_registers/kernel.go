// All powers of x wait, the highest is needed first.
package registers

import "gpucourse/gpusim/gpu"

const terms = 48

func Evaluate(out, coef, words []int32, n, rounds int) { // want `goal missed: [0-9]+ registers per thread, limit 40`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x := int32(i)
	for r := range rounds {
		x = x*31 + words[r]
	}
	var power [terms]int32
	power[0] = 1
	for k := 1; k < terms; k++ {
		power[k] = power[k-1] * x
	}
	sum := int32(0)
	for k := range terms {
		sum += coef[k*n+i] * power[terms-1-k]
	}
	out[i] = sum
}
