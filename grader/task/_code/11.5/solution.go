package main

import "gpucourse/gpusim/gpu"

// Stairs sets out[t] to the number of steps from depth n+t down to 0.
func Stairs(out []float32, n int) {
	steps := float32(0)
	for depth := n + gpu.ThreadIdx.X; depth > 0; depth-- {
		steps++
	}
	out[gpu.ThreadIdx.X] = steps
}
