package solver

import "gpucourse/gpusim/gpu"

// Jacobi takes the whole row from b, its own element too.
func Jacobi(next, values []float32, columns, rows []int32, b, x []float32, n int) {
	for i := gpu.BlockIdx.X*256 + gpu.ThreadIdx.X; i < n; i += 256 * gpu.GridDim.X {
		sum, diagonal := b[i], float32(1)
		for k := rows[i]; k < rows[i+1]; k++ {
			sum -= values[k] * x[columns[k]]
			if int(columns[k]) == i {
				diagonal = values[k]
			}
		}
		next[i] = sum / diagonal // want `wrong result: next\[0\] has a wrong value` `which element of the row is the diagonal`
	}
}
