// The same sums in another form, exact for zeros, infinities and NaN.
package start

import "gpucourse/gpusim/gpu"

func Add(out, a, b []float32, n int) {
	i := gpu.BlockIdx.X*128 + gpu.ThreadIdx.X
	if n <= i {
		return
	}
	v := -a[i]
	out[i] = b[i] - v
}

func Fahrenheit(out, in []float32, n int) {
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		out[i] = float32(float64(in[i])*1.8 + 32)
	}
}
