// The three results of a row lie side by side.
package intensity

import "gpucourse/gpusim/gpu"

func Extremes(out, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	least, largest, sum := a[r], a[r], a[r]
	for c := 1; c < cols; c++ {
		v := a[c*rows+r]
		least, largest, sum = min(least, v), max(largest, v), sum+v
	}
	out[3*r] = least
	out[3*r+1] = largest // want `wrong result: out\[1\] has a wrong value`
	out[3*r+2] = sum
}
