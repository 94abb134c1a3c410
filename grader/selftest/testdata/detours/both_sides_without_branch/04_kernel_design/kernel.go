// Package divergence computes both sides for all lanes and selects, so that no branch diverges.
package divergence

import "gpucourse/gpusim/gpu"

// Halves has the lanes of the stub.
func Halves(x []float32, n int) { // want anywhere `divergent branches, but \d+ warp instructions`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= 2*n {
		return
	}
	at := i/2 + i%2*n
	v := x[at]
	low, r := v, v
	for range 30 {
		low = gpu.Abs(low - 3)
	}
	for range 20 {
		r = 0.5 * (r + v/r)
	}
	sides := [2]float32{low, r}
	x[at] = sides[i%2]
}
