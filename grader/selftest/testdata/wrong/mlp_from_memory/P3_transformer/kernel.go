package transformer

import "gpucourse/gpusim/gpu"

// gelu is the activation.
func gelu(z float32) float32 {
	return 0.5 * z * (1 + gpu.Tanh(0.797884583*(z+0.044715*z*z*z)))
}

// Mlp loads both factors of each multiplication from global memory.
func Mlp(out, a, b, bias []float32, m, n, k int) {
	column := 32*gpu.BlockIdx.X + gpu.ThreadIdx.X
	for r := range 4 {
		row := 32*gpu.BlockIdx.Y + gpu.ThreadIdx.Y + 8*r
		if row >= m || column >= n {
			continue
		}
		sum := float32(0)
		for e := range k {
			sum += a[row*k+e] * b[e*n+column] // want `goal missed: \d+ sectors loaded` `goal missed: \d+ warp instructions`
		}
		out[row*n+column] = gelu(sum + bias[column])
	}
}
