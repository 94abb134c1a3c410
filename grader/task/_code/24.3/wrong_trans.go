package main

import "gpucourse/gpusim/gpu"

// Small multiplies a matrix of 16×16 with one of 16×8 per block. Each is stored after the one of the block before:
// a and c by rows, b by columns.
func Small(c, a, b []float32) {
	ta, tb := gpu.Shared[[16][16]gpu.Half](), gpu.Shared[[8][16]gpu.Half]()
	lane := gpu.ThreadIdx.X
	for i := lane; i < 256; i += 32 {
		ta[i/16][i%16] = gpu.ToHalf(a[256*gpu.BlockIdx.X+i])
	}
	for i := lane; i < 128; i += 32 {
		tb[i/16][i%16] = gpu.ToHalf(b[128*gpu.BlockIdx.X+i])
	}
	gpu.SyncThreads()
	x := gpu.LoadMatrixX4Trans(&ta[lane/16*8+lane%8][lane/8%2*8])
	y := gpu.LoadMatrixX2(&tb[lane%8][lane/8%2*8])
	sum := gpu.MmaM16N8K16(x, y, [4]float32{})
	for q := range 4 {
		c[128*gpu.BlockIdx.X+8*(lane/4+q/2*8)+2*(lane%4)+q%2] = sum[q]
	}
}
