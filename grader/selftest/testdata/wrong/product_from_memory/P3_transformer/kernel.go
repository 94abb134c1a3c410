package transformer

import "gpucourse/gpusim/gpu"

// Product loads both factors of each multiplication from global memory.
func Product(out, a, b []float32, m, n, k int) {
	column := 32*gpu.BlockIdx.X + gpu.ThreadIdx.X
	for r := range 4 {
		row := 32*gpu.BlockIdx.Y + gpu.ThreadIdx.Y + 8*r
		if row >= m || column >= n {
			continue
		}
		sum := float32(0)
		for e := range k {
			sum += a[row*k+e] * b[e*n+column] // want `goal missed: \d+ sectors loaded` `goal missed: \d+ cycles, limit 11000`
		}
		out[row*n+column] = sum
	}
}
