// The sign is a factor, and the lanes go down from the largest number of steps.
package divergence

import "gpucourse/gpusim/gpu"

func SignedRoot(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sign := float32(1)
	if in[i] < 0 {
		sign = -1
	}
	out[i] = sign * gpu.Sqrt(sign*in[i])
}

func Collatz(steps, start, order []int32, n int) {
	t := n - 1 - (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X)
	if t < 0 {
		return
	}
	x, count := start[order[t]], int32(0)
	for x != 1 {
		if x&1 == 1 {
			x += x<<1 + 1
		} else {
			x >>= 1
		}
		count++
	}
	steps[order[t]] = count
}
