// The second n threads return at once.
package divergence

import "gpucourse/gpusim/gpu"

func Halves(x []float32, n int) { // want `x\[127\] was never written` `element 0 of the second half`
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		x[i] = bounce(x[i])
	}
}

func bounce(x float32) float32 {
	for range 30 {
		x = gpu.Abs(x - 3)
	}
	return x
}
