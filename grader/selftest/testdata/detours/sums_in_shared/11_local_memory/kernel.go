// Package local moves the sums from registers to shared memory.
package local

import "gpucourse/gpusim/gpu"

const side = 6 // rows and columns of c that a thread of Product works out

// Product has less stringent bounds than the stub.
//
//gpu:launchbounds 256 2
func Product(c, a, b []float32, n, depth int) { // want anywhere `sectors of local memory, but \d+ bytes of shared memory per block`
	sums := gpu.Shared[[side * side][256]float32]()
	t := gpu.ThreadIdx.Y*gpu.BlockDim.X + gpu.ThreadIdx.X
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * side
	column := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * side
	for k := range side * side {
		sums[k][t] = 0
	}
	for e := range depth {
		var y [side]float32
		for k := range side {
			y[k] = b[e*n+column+k]
		}
		for r := range side {
			x := a[(row+r)*depth+e]
			for s := range side {
				sums[r*side+s][t] += x * y[s]
			}
		}
	}
	for r := range side {
		for s := range side {
			c[(row+r)*n+column+s] = sums[r*side+s][t]
		}
	}
}
