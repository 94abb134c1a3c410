// A count in a struct, and factors that are loaded when they are used.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

type record struct{ largest, ties int32 }

func (r *record) add(v int32) {
	switch {
	case v > r.largest:
		r.largest, r.ties = v, 1
	case v == r.largest:
		r.ties++
	}
}

func Ties(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	r := record{in[i], 1}
	for k := i + n; k < window*n; k += n {
		r.add(in[k])
	}
	out[i] = r.ties
}

const terms = 48

func argument(x int32, words []int32, rounds int) int32 {
	for r := range rounds {
		x = x*31 + words[r]
	}
	return x
}

func Evaluate(out, coef, words []int32, n, rounds int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x, sum := argument(int32(i), words, rounds), int32(0)
	for at := i; at < terms*n; at += n {
		sum = sum*x + coef[at]
	}
	out[i] = sum
}

const side = 4

func Multiply(c, a, b []int32, n, depth int) {
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * side
	column := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * side
	var sums [side * side]int32
	for e := range depth {
		var y [side]int32
		for k := range side {
			y[k] = b[e*n+column+k]
		}
		for r := range side {
			x := a[(row+r)*depth+e]
			for s := range side {
				sums[side*r+s] += x * y[s]
			}
		}
	}
	for k, sum := range sums {
		c[(row+k/side)*n+column+k%side] = sum
	}
}
