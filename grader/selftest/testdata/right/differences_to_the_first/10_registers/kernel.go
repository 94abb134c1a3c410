// Differences to the first value have the same spread about their mean, moved.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

func Spread(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	first := in[i]
	sum, squares := int32(0), int32(0)
	for k := 1; k < window; k++ {
		d := in[k*n+i] - first
		sum += d
		squares += d * d
	}
	offset := (sum+window*first)/window - first
	out[i] = squares - 2*offset*sum + window*offset*offset
}
