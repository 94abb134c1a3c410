// A row of sums at a time loads b once for each row.
package registers

import "gpucourse/gpusim/gpu"

const side = 4

func Multiply(c, a, b []int32, n, depth int) {
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * side
	column := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * side
	for r := range side {
		var sums [side]int64
		for e := range depth {
			x := int64(a[(row+r)*depth+e])
			for s := range side {
				sums[s] += x * int64(b[e*n+column+s]) // want `goal missed: [0-9]+ global load requests`
			}
		}
		for s := range side {
			c[(row+r)*n+column+s] = int32(sums[s])
		}
	}
}
