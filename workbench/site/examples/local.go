package kernels

import "gpucourse/gpusim/gpu"

// Digits counts how often each digit of base 16 stands in 64 numbers per thread. The digit
// picks the counter, so the counters lie in local memory and not in registers.
func Digits(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	var count [16]int32
	for k := range 64 {
		count[in[k*n+i]&15]++
	}
	for k := range count {
		out[k*n+i] = count[k]
	}
}
