package main

import "gpucourse/gpusim/gpu"

// Gram writes the inner product of each row with each row. A block has 32 threads, and 16 rows of 16 numbers.
func Gram(out, x []float32) {
	lane, first := gpu.ThreadIdx.X, 256*gpu.BlockIdx.X
	for i := lane; i < 256; i += 32 {
		sum := float32(0)
		for k := range 16 {
			sum += x[first+i/16*16+k] * x[first+i%16*16+k]
		}
		out[first+i] = sum
	}
}
