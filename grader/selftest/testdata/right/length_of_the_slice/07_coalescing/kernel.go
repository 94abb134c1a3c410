// Bounds come from n, but what a slice holds is asked as well.
package coalescing

import "gpucourse/gpusim/gpu"

func Saxpy(y, x []float32, a float32, n int) {
	y, x = y[:n], x[:n]
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < len(y) && i < len(x); i += gpu.GridDim.X * gpu.BlockDim.X {
		y[i] += a * x[i]
	}
}

func Brighten(out, in []float32, gain float32, width, height, pitch int) {
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if y >= height {
		return
	}
	row, to := in[y*pitch:][:width], out[y*pitch:][:width]
	if x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; x < len(row) {
		to[x] = row[x] * gain
	}
}
