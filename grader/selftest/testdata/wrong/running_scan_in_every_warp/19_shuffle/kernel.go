// Every warp adds up the sums of all warps, and the last one has too few lanes for that.
package shuffle

import "gpucourse/gpusim/gpu"

func Running(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < n {
		v = in[i]
	}
	v = upTo(v)
	sums := gpu.Shared[[32]float32]()
	lane, warp := gpu.LaneID(), gpu.WarpID()
	if lane == 31 {
		sums[warp] = v
	}
	gpu.SyncThreads()
	all := upTo(sums[lane]) // want `sums\[4\] is read by .*, before any thread of block`
	if before := gpu.ShflSync(gpu.FullMask, all, warp-1); warp > 0 {
		v += before
	}
	if i < n {
		out[i] = v
	}
}

func upTo(v float32) float32 {
	for d := 1; d < 32; d *= 2 {
		other := gpu.ShflUpSync(gpu.FullMask, v, d)
		if gpu.LaneID() >= d {
			v += other
		}
	}
	return v
}
