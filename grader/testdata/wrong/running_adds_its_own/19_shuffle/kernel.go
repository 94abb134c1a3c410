// Lanes without a lane so far below add their own value again.
package shuffle

import "gpucourse/gpusim/gpu"

func Running(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < n {
		v = in[i]
	}
	for d := 1; d < 32; d *= 2 {
		v += gpu.ShflUpSync(gpu.FullMask, v, d)
	}
	v += below(v)
	if i < n {
		out[i] = v // want `out\[0\] has a wrong value` `gets its own value back`
	}
}

// below returns what the warps before a thread's own bring.
func below(mine float32) float32 {
	sums := gpu.Shared[[32]float32]()
	if gpu.LaneID() == 31 {
		sums[gpu.WarpID()] = mine
	}
	gpu.SyncThreads()
	sum := float32(0)
	for w := range gpu.WarpID() {
		sum += sums[w]
	}
	return sum
}
