package main

import "gpucourse/gpusim/gpu"

// Gram writes the inner product of each row with each row. A block has 32 threads, and 16 rows of 16 numbers.
func Gram(out, x []float32) {
	tile := gpu.Shared[[16][16]gpu.Half]()
	lane := gpu.ThreadIdx.X
	for i := lane; i < 256; i += 32 {
		tile[i/16][i%16] = gpu.ToHalf(x[256*gpu.BlockIdx.X+i])
	}
	gpu.SyncThreads()
	a := gpu.LoadMatrixX4(&tile[lane%16][lane/16*8])
	for half := range 2 {
		b := gpu.LoadMatrixX2(&tile[8*half+lane%8][lane/8%2*8])
		sum := gpu.MmaM16N8K16(a, b, [4]float32{})
		for q := range 4 {
			out[256*gpu.BlockIdx.X+16*(lane/4+q/2*8)+8*half+2*(lane%4)+q%2] = sum[q]
		}
	}
}
