package main

import "gpucourse/gpusim/gpu"

// ClassTotals adds up n numbers by class. Each thread has eight sums in registers, a warp
// adds them up by shuffles, and only the sums of warps go through shared memory.
func ClassTotals(totals, in []float32, n int) {
	warps := gpu.Shared[[4][8]float32]()
	t := gpu.ThreadIdx.X
	var sums [8]float32
	for i := t; i < n; i += 128 {
		v := in[i]
		class := int(8*v) % 8
		for c := range 8 {
			if c == class {
				sums[c] += v
			}
		}
	}
	for c := range 8 {
		for d := 16; d > 0; d /= 2 {
			sums[c] += gpu.ShflXorSync(0xffffffff, sums[c], d)
		}
	}
	mine := sums[0]
	for c := range 8 {
		if t%32 == c {
			mine = sums[c]
		}
	}
	if t%32 < 8 {
		warps[t/32][t%32] = mine
	}
	gpu.SyncThreads()
	if t < 8 {
		totals[t] = warps[0][t] + warps[1][t] + warps[2][t] + warps[3][t]
	}
}
