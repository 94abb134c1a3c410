package kernels

import "gpucourse/gpusim/gpu"

// Transpose writes the n×n row-major matrix in, transposed, to out.
func Transpose(out, in []float32, n int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	out[x*n+y] = in[y*n+x]
}
