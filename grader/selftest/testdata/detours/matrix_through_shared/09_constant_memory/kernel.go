// Package constant leaves the matrix in global memory and copies it once per block.
package constant

import "gpucourse/gpusim/gpu"

// Matrix is the 3×4 matrix of Transform, row by row.
var Matrix gpu.Global[[12]float32]

// Transform reads the matrix from shared memory.
func Transform(x, y, z []float32, n int) { // want anywhere `global load requests, but 0 constant requests` `no constant requests per load`
	m := gpu.Shared[[12]float32]()
	if gpu.ThreadIdx.X < 12 {
		m[gpu.ThreadIdx.X] = Matrix.V[gpu.ThreadIdx.X]
	}
	gpu.SyncThreads()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	a, b, c := x[i], y[i], z[i]
	x[i] = m[0]*a + m[1]*b + m[2]*c + m[3]
	y[i] = m[4]*a + m[5]*b + m[6]*c + m[7]
	z[i] = m[8]*a + m[9]*b + m[10]*c + m[11]
}
