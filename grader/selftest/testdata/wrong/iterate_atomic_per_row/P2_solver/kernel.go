package solver

import "gpucourse/gpusim/gpu"

// Iterate gives each thread a row, and adds each warp's part in global memory.
func Iterate(q, pq, values []float32, columns, rows []int32, p []float32, n int) {
	t, all := gpu.BlockIdx.X*256+gpu.ThreadIdx.X, float32(0)
	for i := t; i < n; i += 256 * gpu.GridDim.X {
		sum := float32(0)
		for k := rows[i]; k < rows[i+1]; k++ {
			sum += values[k] * p[columns[k]] // want `goal missed: \d+ sectors loaded` `goal missed: \d+ cycles, limit 27000`
		}
		q[i] = sum
		all += p[i] * sum
	}
	for d := 16; d > 0; d /= 2 {
		all += gpu.ShflXorSync(gpu.FullMask, all, d)
	}
	if t%32 == 0 {
		gpu.AtomicAdd(&pq[0], all)
	}
}
