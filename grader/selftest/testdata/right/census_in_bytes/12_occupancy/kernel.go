package occupancy

import "gpucourse/gpusim/gpu"

// Census keeps the 16 counters of a thread in four words: a thread counts at most 32 elements.
func Census(counts, in []int32, n int) {
	own, sums := gpu.Shared[[4][128][4]uint8](), gpu.Shared[[8][16]int32]()
	t := gpu.ThreadIdx.X
	for c := range 16 {
		own[c/4][t][c%4] = 0
	}
	first := 4096 * gpu.BlockIdx.X
	for i := first + t; i < min(first+4096, n); i += 128 {
		c := in[i]
		own[c/4][t][c%4]++
	}
	gpu.SyncThreads()
	c, part := t%16, 7-t/16 // the first warp adds up what the last has counted
	sum := int32(0)
	for k := range 16 {
		sum += int32(own[c/4][16*part+(k+t)%16][c%4])
	}
	sums[part][c] = sum
	gpu.SyncThreads()
	if t < 16 {
		sum = 0
		for part := range 8 {
			sum += sums[part][t]
		}
		counts[16*gpu.BlockIdx.X+t] = sum
	}
}
