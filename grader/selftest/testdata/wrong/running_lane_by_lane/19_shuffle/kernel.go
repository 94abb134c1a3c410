// A lane asks all the lanes below it one after another.
package shuffle

import "gpucourse/gpusim/gpu"

func Running(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < n {
		v = in[i]
	}
	sum := float32(0)
	for k := range 32 {
		other := gpu.ShflSync(gpu.FullMask, v, k)
		if k <= gpu.LaneID() { // want `warp instructions, limit 136800` `1, 2, 4, 8 and 16`
			sum += other
		}
	}
	sum += below(sum)
	if i < n {
		out[i] = sum
	}
}

// below returns what the warps before a thread's own bring.
func below(mine float32) float32 {
	sums := gpu.Shared[[32]float32]()
	lane, warp := gpu.LaneID(), gpu.WarpID()
	if lane == 31 {
		sums[warp] = mine
	}
	gpu.SyncThreads()
	if warp == 0 {
		v := float32(0)
		if lane < gpu.BlockDim.X/32 {
			v = sums[lane]
		}
		for d := 1; d < 32; d *= 2 {
			other := gpu.ShflUpSync(gpu.FullMask, v, d)
			if lane >= d {
				v += other
			}
		}
		sums[lane] = v
	}
	gpu.SyncThreads()
	if warp == 0 {
		return 0
	}
	return sums[warp-1]
}
