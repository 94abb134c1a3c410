// Package asynccopies is exercise 21. Its kernel computes the right values, and waits for
// each tile; see README.md.
package asynccopies

import "gpucourse/gpusim/gpu"

// Echo tells how much each record resembles itself, lag numbers later. A record has 1024 numbers, and
// number i of record r is in[1024·r + i]. Thread t has the numbers i = t, 256+t, 512+t and 768+t:
//
//	out[256·r + t] is the sum of in[1024·r + i] · in[1024·r + (i+lag)%1024] over these four i.
//
// It is launched with blocks of 256 threads, one for 16 records and at most one for each SM. Of n
// blocks, block b has the records b, b+n, b+2n …
//
// Wanted: as few cycles as you can; README.md says what par is.
func Echo(out, in []float32, lag, records int) {
	record := gpu.Shared[[1024]float32]()
	t := gpu.ThreadIdx.X
	for r := gpu.BlockIdx.X; r < records; r += gpu.GridDim.X {
		for i := t; i < 1024; i += 256 {
			record[i] = in[1024*r+i]
		}
		gpu.SyncThreads()
		sum := float32(0)
		for i := t; i < 1024; i += 256 {
			sum += record[i] * record[(i+lag)%1024]
		}
		out[256*r+t] = sum
		gpu.SyncThreads()
	}
}
