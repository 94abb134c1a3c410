// Grid loops, and a thread that takes its element from the end.
package divergence

import "gpucourse/gpusim/gpu"

func Halves(x []float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < 2*n; i += threads {
		v := x[i]
		if i >= n {
			x[i] = root(v)
			continue
		}
		for k := 0; k < 30; k++ {
			v = gpu.Abs(v - 3)
		}
		x[i] = v
	}
}

func root(x float32) float32 {
	r := x
	for range 20 {
		r = 0.5*r + 0.5*x/r
	}
	return r
}

func Collatz(steps, start, order []int32, n int) {
	for t := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; t < n; t += gpu.GridDim.X * gpu.BlockDim.X {
		i := order[n-1-t]
		count := int32(0)
		for x := start[i]; x > 1; count++ {
			half := x / 2
			if 2*half == x {
				x = half
			} else {
				x = x + 2*x + 1
			}
		}
		steps[i] = count
	}
}

func SignedRoot(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		negative := in[i] < 0
		r := root(max(in[i], -in[i]))
		if negative {
			out[i] = -r
		} else {
			out[i] = r
		}
	}
}
