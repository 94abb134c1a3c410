// From the last column to the first.
package intensity

import "gpucourse/gpusim/gpu"

func Extremes(out, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r < rows {
		last := a[(cols-1)*rows+r]
		low, high, sum := last, last, last
		for c := cols - 2; c >= 0; c-- {
			v := a[c*rows+r]
			if v < low {
				low = v
			}
			if v > high {
				high = v
			}
			sum += v
		}
		out[r] = low
		out[r+rows] = high
		out[r+2*rows] = sum
	}
}
