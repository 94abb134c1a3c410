// Package registers moves values from registers to global memory.
package registers

import "gpucourse/gpusim/gpu"

const terms = 48 // of a polynomial

var room gpu.Global[[terms * 2048]int32]

// Evaluate keeps the coefficients in a variable of its own, in loops that do not unroll.
func Evaluate(out, coef, words []int32, n, rounds int) { // want anywhere `registers per thread, but \d+ global sectors loaded` `goal missed: \d+ global sectors loaded`
	i, step := gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X, min(n, 1)
	if i >= n {
		return
	}
	for k := 0; k < terms; k += step {
		room.V[k*n+i] = coef[k*n+i]
	}
	x := int32(i)
	for r := range rounds {
		x = x*31 + words[r]
	}
	sum := int32(0)
	for k := 0; k < terms; k += step {
		sum = sum*x + room.V[k*n+i]
	}
	out[i] = sum
}
