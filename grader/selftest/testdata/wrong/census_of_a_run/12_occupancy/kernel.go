package occupancy

import "gpucourse/gpusim/gpu"

// Census gives each thread a run of 32 elements.
func Census(counts, in []int32, n int) { // want anywhere `sectors loaded, limit`
	own := gpu.Shared[[16][128]int32]()
	t := gpu.ThreadIdx.X
	for c := range own {
		own[c][t] = 0
	}
	first := 4096*gpu.BlockIdx.X + 32*t
	for i := first; i < min(first+32, n); i++ {
		own[in[i]][t]++
	}
	gpu.SyncThreads()
	for c := t / 32; c < 16; c += 4 {
		lane := t % 32
		sum := own[c][lane] + own[c][lane+32] + own[c][lane+64] + own[c][lane+96]
		for d := 16; d > 0; d /= 2 {
			sum += gpu.ShflDownSync(gpu.FullMask, sum, d)
		}
		if lane == 0 {
			counts[16*gpu.BlockIdx.X+c] = sum
		}
	}
}
