// Every thread adds up the words of all warps before its own.
package shuffle

import "gpucourse/gpusim/gpu"

func Running(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < n {
		v = in[i]
	}
	for d := 1; d < 32; d *= 2 {
		other := gpu.ShflUpSync(gpu.FullMask, v, d)
		if gpu.LaneID() >= d {
			v += other
		}
	}
	v += below(v)
	if i < n {
		out[i] = v
	}
}

func below(mine float32) float32 {
	sums := gpu.Shared[[32]float32]()
	if gpu.LaneID() == 31 {
		sums[gpu.WarpID()] = mine
	}
	gpu.SyncThreads()
	sum := float32(0)
	for w := range gpu.WarpID() {
		sum += sums[w] // want anywhere `wavefronts of shared memory, limit 4940` `store one word per warp`
	}
	return sum
}
