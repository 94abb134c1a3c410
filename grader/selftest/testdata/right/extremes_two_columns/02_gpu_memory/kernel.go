// Two columns at a time, with two sums.
package intensity

import "gpucourse/gpusim/gpu"

func Extremes(out, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	low, high := a[r], a[r]
	even, odd := float32(0), float32(0)
	c := 0
	for ; c+1 < cols; c += 2 {
		v, w := a[c*rows+r], a[(c+1)*rows+r]
		low, high = min(low, v, w), max(high, v, w)
		even += v
		odd += w
	}
	if c < cols {
		v := a[c*rows+r]
		low, high, even = min(low, v), max(high, v), even+v
	}
	out[r], out[rows+r], out[2*rows+r] = low, high, even+odd
}
