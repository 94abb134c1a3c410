package solver

import "gpucourse/gpusim/gpu"

// Iterate has one element of a row under way per lane.
func Iterate(q, pq, values []float32, columns, rows []int32, p []float32, n int) {
	parts := gpu.Shared[[256]float32]()
	t, all := gpu.BlockIdx.X*256+gpu.ThreadIdx.X, float32(0)
	for first := t / 32 * 4; first < n; first += 32 * gpu.GridDim.X {
		i, sum := first+t%32/8, float32(0)
		if i < n {
			for k := int(rows[i]) + t%8; k < int(rows[i+1]); k += 8 {
				sum += values[k] * p[columns[k]] // want `goal missed: \d+ cycles, limit 27000`
			}
		}
		for d := 4; d > 0; d /= 2 {
			sum += gpu.ShflXorSync(gpu.FullMask, sum, d)
		}
		if i < n && t%8 == 0 {
			q[i] = sum
			all += p[i] * sum
		}
	}
	parts[t%256] = all
	for k := 128; k > 0; k /= 2 {
		gpu.SyncThreads()
		if t%256 < k {
			parts[t%256] += parts[t%256+k]
		}
	}
	if t%256 == 0 {
		gpu.AtomicAdd(&pq[0], parts[0])
	}
}
