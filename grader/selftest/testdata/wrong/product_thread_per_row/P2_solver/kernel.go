package solver

import "gpucourse/gpusim/gpu"

// Product gives each thread a row.
func Product(y, values []float32, columns, rows []int32, x []float32, n int) {
	for i := gpu.BlockIdx.X*256 + gpu.ThreadIdx.X; i < n; i += 256 * gpu.GridDim.X {
		sum := float32(0)
		for k := rows[i]; k < rows[i+1]; k++ {
			sum += values[k] * x[columns[k]] // want `goal missed: \d+ sectors loaded` `goal missed: \d+ cycles, limit 8600`
		}
		y[i] = sum
	}
}
