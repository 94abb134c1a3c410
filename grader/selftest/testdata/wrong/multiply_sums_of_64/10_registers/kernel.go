// Only the factors became narrow.
package registers

import "gpucourse/gpusim/gpu"

const side = 4

func Multiply(c, a, b []int32, n, depth int) { // want `goal missed: [0-9]+ registers per thread, limit 48`
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * side
	column := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * side
	var sums [side][side]int64
	for e := range depth {
		var x, y [side]int32
		for k := range side {
			x[k], y[k] = int32(a[(row+k)*depth+e]), int32(b[e*n+column+k])
		}
		for r := range side {
			for s := range side {
				sums[r][s] += int64(x[r]) * int64(y[s])
			}
		}
	}
	for r := range side {
		for s := range side {
			c[(row+r)*n+column+s] = int32(sums[r][s])
		}
	}
}
