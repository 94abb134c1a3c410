// Each result has a walk of its own.
package intensity

import "gpucourse/gpusim/gpu"

func Extremes(out, a []float32, rows, cols int) {
	r := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if r >= rows {
		return
	}
	least, largest, sum := a[r], a[r], float32(0)
	for c := range cols {
		least = min(least, a[c*rows+r]) // want anywhere `bytes read from DRAM, limit` `cycles, limit`
	}
	for c := range cols {
		largest = max(largest, a[c*rows+r])
	}
	for c := range cols {
		sum += a[c*rows+r]
	}
	out[r], out[rows+r], out[2*rows+r] = least, largest, sum
}
