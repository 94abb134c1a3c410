package main

import "gpucourse/gpusim/gpu"

// Limits are the limits between four classes, in ascending order.
var Limits gpu.Constant[[3]float32]

// Classes counts the n numbers of in by class: counts[k] is how many are at least Limits[k-1]
// and below Limits[k]. Class 0 has no lower limit, class 3 no upper one. All counts are 0 at
// first.
func Classes(counts, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	class := 0
	for k := range 3 {
		if in[i] >= Limits.V[k] {
			class = k + 1
		}
	}
	gpu.AtomicAdd(&counts[class], 1)
}
