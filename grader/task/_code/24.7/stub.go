package main

import "gpucourse/gpusim/gpu"

// Deep multiplies a matrix of 16×64 with one of 64×8 per block. Each is stored after the one of the block before:
// a and c by rows, b by columns.
func Deep(c, a, b []float32) {
	ta, tb := gpu.Shared[[16][64]gpu.Half](), gpu.Shared[[8][64]gpu.Half]()
	lane := gpu.ThreadIdx.X
	for i := lane; i < 16*64; i += 32 {
		r, p := i/64, i%64/8
		ta[r][8*(p)+i%8] = gpu.ToHalf(a[1024*gpu.BlockIdx.X+i])
	}
	for i := lane; i < 8*64; i += 32 {
		r, p := i/64, i%64/8
		tb[r][8*(p)+i%8] = gpu.ToHalf(b[512*gpu.BlockIdx.X+i])
	}
	gpu.SyncThreads()
	var sum [4]float32
	for e := range 4 {
		x := gpu.LoadMatrixX4(&ta[lane%16][8*(2*e+lane/16)])
		y := gpu.LoadMatrixX2(&tb[lane%8][8*(2*e+lane/8%2)])
		sum = gpu.MmaM16N8K16(x, y, sum)
	}
	for q := range 4 {
		c[128*gpu.BlockIdx.X+8*(lane/4+q/2*8)+2*(lane%4)+q%2] = sum[q]
	}
}
