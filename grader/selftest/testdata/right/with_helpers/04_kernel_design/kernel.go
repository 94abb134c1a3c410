// Generic helpers; the sign is a factor.
package divergence

import "gpucourse/gpusim/gpu"

func index() int { return gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X }

func Halves(x []float32, n int) {
	i := index()
	switch {
	case i < n:
		v := x[i]
		for range 30 {
			v = max(v-3, 3-v)
		}
		x[i] = v
	case i < 2*n:
		x[i] = newton(x[i], 20)
	}
}

func newton[T float32 | float64](x T, rounds int) T {
	r := x
	for range rounds {
		r = (r + x/r) / 2
	}
	return r
}

func Collatz(steps, start, order []int32, n int) {
	if t := index(); t < n {
		i := order[t]
		steps[i] = count(start[i])
	}
}

func count(x int32) (steps int32) {
	for x != 1 {
		odd := x & 1
		if odd == 1 {
			x = 3*x + 1
		} else {
			x >>= 1
		}
		steps++
	}
	return steps
}

func SignedRoot(out, in []float32, n int) {
	i := index()
	if i >= n {
		return
	}
	x, sign := in[i], float32(1)
	if x < 0 {
		x, sign = -x, -1
	}
	out[i] = sign * newton(x, 20)
}
