// Every lane begins at another row of a constant matrix.
package constant

import "gpucourse/gpusim/gpu"

var Matrix gpu.Constant[[12]float32]

func Transform(x, y, z []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	a, b, c := x[i], y[i], z[i]
	for j := range 3 {
		row := (i + j) % 3
		m := 4 * row
		sum := Matrix.V[m]*a + Matrix.V[m+1]*b + Matrix.V[m+2]*c + Matrix.V[m+3] // want `goal missed: 3 constant requests per load, limit 1` `let all lanes read the same element of Matrix`
		switch row {
		case 0:
			x[i] = sum
		case 1:
			y[i] = sum
		default:
			z[i] = sum
		}
	}
}
