// The first number is no advice: it is a promise.
package local

import "gpucourse/gpusim/gpu"

const side = 6

//gpu:launchbounds 128 4
func Product(c, a, b []float32, n, depth int) { // want `promises at most 128`
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * side
	column := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * side
	var sums [side][side]float32
	for e := range depth {
		var x, y [side]float32
		for k := range side {
			x[k], y[k] = a[(row+k)*depth+e], b[e*n+column+k]
		}
		for r := range side {
			for s := range side {
				sums[r][s] += x[r] * y[s]
			}
		}
	}
	for r := range side {
		for s := range side {
			c[(row+r)*n+column+s] = sums[r][s]
		}
	}
}
