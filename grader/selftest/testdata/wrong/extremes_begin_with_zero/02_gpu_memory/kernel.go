// The least number begins with 0.
package intensity

import "gpucourse/gpusim/gpu"

func Extremes(out, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	var least, largest, sum float32
	for c := range cols {
		v := a[c*rows+r]
		least, largest, sum = min(least, v), max(largest, v), sum+v
	}
	out[r] = least // want `wrong result: out\[\d+\] has a wrong value`
	out[rows+r] = largest
	out[2*rows+r] = sum
}
