package occupancy

import "gpucourse/gpusim/gpu"

// Census lets each warp add up the counters of four classes.
func Census(counts, in []int32, n int) {
	own := gpu.Shared[[16 * 128]int32]()
	t := gpu.ThreadIdx.X
	for c := range 16 {
		own[128*c+t] = 0
	}
	first := 4096 * gpu.BlockIdx.X
	for i := first + t; i < min(first+4096, n); i += 128 {
		own[128*int(in[i])+t]++
	}
	gpu.SyncThreads()
	for c := t / 32; c < 16; c += 4 {
		row := own[128*c : 128*c+128]
		lane := t % 32
		sum := row[lane] + row[lane+32] + row[lane+64] + row[lane+96]
		for d := 16; d > 0; d /= 2 {
			sum += gpu.ShflDownSync(gpu.FullMask, sum, d)
		}
		if lane == 0 {
			counts[16*gpu.BlockIdx.X+c] = sum
		}
	}
}
