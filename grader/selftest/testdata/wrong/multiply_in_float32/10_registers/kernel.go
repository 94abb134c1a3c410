// A float32 has 24 bits for a sum of 31.
package registers

import "gpucourse/gpusim/gpu"

const side = 4

func Multiply(c, a, b []int32, n, depth int) {
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * side
	column := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * side
	var sums [side][side]float32
	for e := range depth {
		var x, y [side]float32
		for k := range side {
			x[k], y[k] = float32(a[(row+k)*depth+e]), float32(b[e*n+column+k])
		}
		for r := range side {
			for s := range side {
				sums[r][s] += float32(x[r]) * float32(y[s])
			}
		}
	}
	for r := range side {
		for s := range side {
			c[(row+r)*n+column+s] = int32(sums[r][s]) // want `wrong result: c.* has a wrong value` `16 777 216`
		}
	}
}
