// The mask names lanes that do not execute the shuffle.
package shuffle

import "gpucourse/gpusim/gpu"

func Running(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < n {
		v = in[i]
	}
	for d := 1; d < 32; d *= 2 {
		if gpu.LaneID() >= d {
			v += gpu.ShflUpSync(gpu.FullMask, v, d) // want `the mask 0xffffffff names lane 0, which does not execute this call` `let all lanes of the mask make the call`
		}
	}
	v += below(v)
	if i < n {
		out[i] = v
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
