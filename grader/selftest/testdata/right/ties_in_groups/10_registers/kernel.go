// The largest of eight values is found first, and then compared with those before.
package registers

import "gpucourse/gpusim/gpu"

func Ties(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	largest, ties := in[i], int32(0)
	for group := range 6 {
		var values [8]int32
		best, count := in[8*group*n+i], int32(0)
		for k := range 8 {
			values[k] = in[(8*group+k)*n+i]
			best = max(best, values[k])
		}
		for k := range 8 {
			if values[k] == best {
				count++
			}
		}
		switch {
		case best > largest:
			largest, ties = best, count
		case best == largest:
			ties += count
		}
	}
	out[i] = ties
}
