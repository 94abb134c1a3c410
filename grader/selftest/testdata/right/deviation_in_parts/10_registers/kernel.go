// The sums are collected in groups of eight.
package registers

import "gpucourse/gpusim/gpu"

func Spread(out, in []int32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var sum, squares int32
	for group := range 6 {
		s, q := int32(0), int32(0)
		for k := range 8 {
			v := in[(8*group+k)*n+i]
			s, q = s+v, q+v*v
		}
		sum, squares = sum+s, squares+q
	}
	mean := sum / 48
	out[i] = squares - mean*(2*sum-48*mean)
}
