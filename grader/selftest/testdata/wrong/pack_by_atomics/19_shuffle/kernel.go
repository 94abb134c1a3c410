// Each kept element takes a ticket; the lanes queue for it, and CUDA promises them no order.
package shuffle

import "gpucourse/gpusim/gpu"

func Pack(out, in []float32, n int) {
	first, t := gpu.BlockIdx.X*gpu.BlockDim.X, gpu.ThreadIdx.X
	v := float32(0)
	if first+t < n {
		v = in[first+t]
	}
	tickets := gpu.Shared[int32]()
	if t == 0 {
		*tickets = 0
	}
	gpu.SyncThreads()
	if v > 0 {
		at := gpu.AtomicAdd(tickets, 1)
		out[first+int(at)] = v // want `out\[\d+\] has a wrong value` `seed \d+, run 2 of 2`
	}
	gpu.SyncThreads()
	if t >= int(*tickets) && first+t < n {
		out[first+t] = 0
	}
}
