// A row of sums at a time fits 32 registers, and loads b six times.
package local

import "gpucourse/gpusim/gpu"

const side = 6

//gpu:launchbounds 256 8
func Product(c, a, b []float32, n, depth int) {
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * side
	column := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * side
	for r := range side {
		var sums [side]float32
		for e := range depth {
			x := a[(row+r)*depth+e]
			for s := range side {
				sums[s] += x * b[e*n+column+s] // want `goal missed: [0-9]+ global load requests`
			}
		}
		for s := range side {
			c[(row+r)*n+column+s] = sums[s]
		}
	}
}
