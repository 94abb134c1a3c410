// The matrix as rows, and a loop over them.
package constant

import "gpucourse/gpusim/gpu"

var Matrix gpu.Constant[[3][4]float32]

func Transform(x, y, z []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	p := [4]float32{x[i], y[i], z[i], 1}
	var q [3]float32
	for r := range 3 {
		for c := range 4 {
			q[r] += Matrix.V[r][c] * p[c]
		}
	}
	x[i], y[i], z[i] = q[0], q[1], q[2]
}
