// A variable that nobody fills.
package constant

import "gpucourse/gpusim/gpu"

var Rotation gpu.Constant[[12]float32]

func Transform(x, y, z []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	m := &Rotation.V
	a, b, c := x[i], y[i], z[i]
	x[i] = m[0]*a + m[1]*b + m[2]*c + m[3] // want `got +0` `fills Matrix by its name`
	y[i] = m[4]*a + m[5]*b + m[6]*c + m[7]
	z[i] = m[8]*a + m[9]*b + m[10]*c + m[11]
}
