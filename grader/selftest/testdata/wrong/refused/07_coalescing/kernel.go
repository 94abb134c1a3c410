// A map on a device.
package coalescing

import "gpucourse/gpusim/gpu"

func Saxpy(y, x []float32, a float32, n int) {
	seen := map[int]bool{} // want `map`
	if i := gpu.ThreadIdx.X; !seen[i] && i < n {
		y[i] = a*x[i] + y[i]
	}
}
