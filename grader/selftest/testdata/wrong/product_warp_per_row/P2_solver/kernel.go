package solver

import "gpucourse/gpusim/gpu"

// Product gives each warp a row, in which half of the lanes have nothing to do.
func Product(y, values []float32, columns, rows []int32, x []float32, n int) {
	t := gpu.BlockIdx.X*256 + gpu.ThreadIdx.X
	for i := t / 32; i < n; i += 8 * gpu.GridDim.X {
		sum := float32(0)
		for k := int(rows[i]) + t%32; k < int(rows[i+1]); k += 32 {
			sum += values[k] * x[columns[k]] // want `goal missed: \d+ cycles, limit 8600` `how many lanes have work in it`
		}
		for d := 16; d > 0; d /= 2 {
			sum += gpu.ShflXorSync(gpu.FullMask, sum, d)
		}
		if t%32 == 0 {
			y[i] = sum
		}
	}
}
