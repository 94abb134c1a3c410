// Launch bounds leave 40 registers: sums wait in local memory.
package registers

import "gpucourse/gpusim/gpu"

const side = 4

//gpu:launchbounds 64 24
func Multiply(c, a, b []int32, n, depth int) { // want anywhere `goal missed: [0-9]+ sectors of local memory, limit 0`
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * side
	column := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * side
	var sums [side][side]int64
	for e := range depth {
		var x, y [side]int64
		for k := range side {
			x[k], y[k] = int64(a[(row+k)*depth+e]), int64(b[e*n+column+k])
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
