// What all threads of a block use lies in shared memory.
package registers

import "gpucourse/gpusim/gpu"

const window = 48

func Ties(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	// from the last value to the first
	last := in[(window-1)*n+i]
	largest, ties := last, int32(1)
	for k := window - 2; k >= 0; k-- {
		value := in[k*n+i]
		if value >= largest {
			if value > largest {
				ties = 0
			}
			largest, ties = value, ties+1
		}
	}
	out[i] = ties
}

const terms = 48

func Evaluate(out, coef, words []int32, n, rounds int) {
	own := gpu.Shared[[64]int32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	if t < rounds {
		own[t] = words[t]
	}
	gpu.SyncThreads()
	if i >= n {
		return
	}
	x := int32(i)
	for r := range rounds {
		x = x*31 + own[r]
	}
	sum := int32(0)
	for k := range terms {
		sum = sum*x + coef[k*n+i]
	}
	out[i] = sum
}

const (
	side   = 4
	slices = 8 // of a and b in shared memory
)

func Multiply(c, a, b []int32, n, depth int) {
	as, bs := gpu.Shared[[slices][4 * side]int32](), gpu.Shared[[slices][16 * side]int32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	t := ty*16 + tx
	top, left := gpu.BlockIdx.Y*4*side, gpu.BlockIdx.X*16*side
	var sums [side][side]int32
	for first := 0; first < depth; first += slices {
		for j := range slices * 4 * side / 64 {
			k := t + j*64
			as[k%slices][k/slices] = 0
			if e := first + k%slices; e < depth {
				as[k%slices][k/slices] = a[(top+k/slices)*depth+e]
			}
		}
		for e := range slices {
			bs[e][t] = 0
			if first+e < depth {
				bs[e][t] = b[(first+e)*n+left+t]
			}
		}
		gpu.SyncThreads()
		for e := range slices {
			for r := range side {
				for s := range side {
					sums[r][s] += as[e][ty*side+r] * bs[e][tx*side+s]
				}
			}
		}
		gpu.SyncThreads()
	}
	for r := range side {
		for s := range side {
			c[(top+ty*side+r)*n+left+tx*side+s] = sums[r][s]
		}
	}
}
