// Package constant copies the table into local memory of each thread.
package constant

import "gpucourse/gpusim/gpu"

// Levels is the number of grey levels of Recolour.
const Levels = 256

// Curve is the new value of each grey level.
var Curve gpu.Constant[[Levels]float32]

// Recolour looks levels up in its own copy.
func Recolour(out []float32, in []uint32, n int) { // want anywhere `constant requests, limit` `sectors loaded and stored, but \d+ sectors of local memory`
	var own [Levels]float32
	for k := range Levels {
		own[k] = Curve.V[k]
	}
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		out[i] = own[in[i]]
	}
}
