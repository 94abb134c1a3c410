package transformer

import "gpucourse/gpusim/gpu"

// tile has one load under way at a time.
func tile(a, b []float32, m, n, k int) [4]float32 {
	left, right := gpu.Shared[[32][33]float32](), gpu.Shared[[32][32]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	row, column := 32*gpu.BlockIdx.Y, 32*gpu.BlockIdx.X+tx
	var sums [4]float32
	for first := 0; first < k; first += 32 {
		for r := ty; r < 32; r += 8 {
			left[r][tx], right[r][tx] = 0, 0
			if row+r < m && first+tx < k {
				left[r][tx] = a[(row+r)*k+first+tx]
			}
			if first+r < k && column < n {
				right[r][tx] = b[(first+r)*n+column] // want anywhere `goal missed: \d+ cycles, limit 31000`
			}
		}
		gpu.SyncThreads()
		for e := range 32 {
			w := right[e][tx]
			for r := range 4 {
				sums[r] += left[4*ty+r][e] * w
			}
		}
		gpu.SyncThreads()
	}
	return sums
}

// Mlp adds the bias and applies the activation to results in registers.
func Mlp(out, a, b, bias []float32, m, n, k int) {
	sums := tile(a, b, m, n, k)
	row, column := 32*gpu.BlockIdx.Y+4*gpu.ThreadIdx.Y, 32*gpu.BlockIdx.X+gpu.ThreadIdx.X
	if column >= n {
		return
	}
	offset := bias[column]
	for r := range 4 {
		if row+r < m {
			out[(row+r)*n+column] = gelu(sums[r] + offset)
		}
	}
}

// gelu is the activation.
func gelu(z float32) float32 {
	return 0.5 * z * (1 + gpu.Tanh(0.797884583*(z+0.044715*z*z*z)))
}
