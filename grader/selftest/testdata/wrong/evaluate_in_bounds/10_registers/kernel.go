// Launch bounds leave 32 registers: the coefficients wait in local memory.
package registers

import "gpucourse/gpusim/gpu"

const terms = 48

//gpu:launchbounds 256 8
func Evaluate(out, coef, words []int32, n, rounds int) { // want anywhere `goal missed: [0-9]+ sectors of local memory, limit 0`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var c [terms]int32
	for k := range terms {
		c[k] = coef[k*n+i]
	}
	x := int32(i)
	for r := range rounds {
		x = x*31 + words[r]
	}
	sum := int32(0)
	for k := range terms {
		sum = sum*x + c[k]
	}
	out[i] = sum
}
