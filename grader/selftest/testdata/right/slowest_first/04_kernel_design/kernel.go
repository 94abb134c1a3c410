// From the slowest to the fastest; math by the library.
package divergence

import "gpucourse/gpusim/gpu"

func Collatz(steps, start, order []int32, n int) {
	t := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if t >= n {
		return
	}
	i := order[n-1-t]
	x, count := start[i], int32(0)
	for x > 1 {
		half := x >> 1
		if x&1 == 1 {
			half = 3*x + 1
		}
		x = half
		count++
	}
	steps[i] = count
}

func SignedRoot(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	if x := in[i]; x < 0 {
		out[i] = -gpu.Sqrt(-x)
	} else {
		out[i] = gpu.Sqrt(x)
	}
}
