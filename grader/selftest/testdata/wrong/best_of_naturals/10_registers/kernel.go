// The list begins with zeros, which negative numbers do not pass.
package registers

import "gpucourse/gpusim/gpu"

func Best(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var best [4]int32
	for k := range 64 {
		v := in[k*n+i]
		for j := range 4 {
			best[j], v = max(best[j], v), min(best[j], v)
		}
	}
	for j := range 4 {
		out[j*n+i] = best[j] // want `wrong result: out\[\d+\] has a wrong value` `want    -`
	}
}
