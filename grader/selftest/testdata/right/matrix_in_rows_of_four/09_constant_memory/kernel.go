// The coefficients go from the last to the first, and the sums of a point come in pairs.
package constant

import "gpucourse/gpusim/gpu"

var Coef gpu.Constant[[9]float32]

func Convolve(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	even, odd := float32(0), float32(0)
	for k := 8; k >= 0; k-- {
		if k%2 == 0 {
			even += Coef.V[k] * in[i+k]
		} else {
			odd += Coef.V[k] * in[i+k]
		}
	}
	out[i] = even + odd
}

var Matrix gpu.Constant[[12]float32]

func Transform(x, y, z []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	p := [4]float32{x[i], y[i], z[i], 1}
	var sums [3]float32
	for column := 3; column >= 0; column-- {
		for row := range 3 {
			sums[row] += Matrix.V[4*row+column] * p[column]
		}
	}
	x[i], y[i], z[i] = sums[0], sums[1], sums[2]
}
