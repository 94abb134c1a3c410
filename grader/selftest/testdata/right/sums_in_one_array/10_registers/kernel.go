// The sums in one array, and each element of a loaded when its row is added.
package registers

import "gpucourse/gpusim/gpu"

const side = 4

func Multiply(c, a, b []int32, n, depth int) {
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * side
	column := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * side
	var sums [side * side]int32
	for e := range depth {
		var y [side]int32
		for k := range side {
			y[k] = b[e*n+column+k]
		}
		for r := range side {
			x := a[(row+r)*depth+e]
			for s := range side {
				sums[side*r+s] += x * y[s]
			}
		}
	}
	for k, sum := range sums {
		c[(row+k/side)*n+column+k%side] = sum
	}
}
