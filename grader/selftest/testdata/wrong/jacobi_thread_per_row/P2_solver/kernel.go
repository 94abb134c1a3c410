package solver

import "gpucourse/gpusim/gpu"

// Jacobi gives each thread a row.
func Jacobi(next, values []float32, columns, rows []int32, b, x []float32, n int) {
	for i := gpu.BlockIdx.X*256 + gpu.ThreadIdx.X; i < n; i += 256 * gpu.GridDim.X {
		sum, diagonal := b[i], float32(1)
		for k := rows[i]; k < rows[i+1]; k++ {
			if int(columns[k]) == i {
				diagonal = values[k]
			} else {
				sum -= values[k] * x[columns[k]] // want `goal missed: \d+ sectors loaded` `goal missed: \d+ cycles, limit 11500`
			}
		}
		next[i] = sum / diagonal
	}
}
