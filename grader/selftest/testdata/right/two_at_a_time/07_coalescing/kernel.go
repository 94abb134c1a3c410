// Loops that load before they store, and rows of threads that walk down the picture.
package coalescing

import "gpucourse/gpusim/gpu"

func Saxpy(y, x []float32, a float32, n int) {
	step := gpu.GridDim.X * gpu.BlockDim.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for ; i+step < n; i += 2 * step {
		u, v := x[i], x[i+step]
		y[i], y[i+step] = a*u+y[i], a*v+y[i+step]
	}
	if i < n {
		y[i] = a*x[i] + y[i]
	}
}

func Brighten(out, in []float32, gain float32, width, height, pitch int) {
	for y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y; y < height; y += gpu.GridDim.Y * gpu.BlockDim.Y {
		from, to := in[y*pitch:y*pitch+width], out[y*pitch:y*pitch+width]
		for x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; x < width; x += gpu.GridDim.X * gpu.BlockDim.X {
			to[x] = gain * from[x]
		}
	}
}
