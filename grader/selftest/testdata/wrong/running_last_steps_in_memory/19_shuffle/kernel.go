// The last two steps of each warp go by way of shared memory.
package shuffle

import "gpucourse/gpusim/gpu"

func Running(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < n {
		v = in[i]
	}
	words := gpu.Shared[[1024]float32]()
	lane, t := gpu.LaneID(), gpu.ThreadIdx.X
	for d := 1; d < 8; d *= 2 {
		other := gpu.ShflUpSync(gpu.FullMask, v, d)
		if lane >= d {
			v += other
		}
	}
	for d := 8; d < 32; d *= 2 {
		words[t] = v
		gpu.SyncWarp()
		if lane >= d {
			v += words[t-d]
		}
		gpu.SyncWarp()
	}
	v += below(v) // want anywhere `wavefronts of shared memory, limit 4810` `gpu.ShflUpSync brings the sum`
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
