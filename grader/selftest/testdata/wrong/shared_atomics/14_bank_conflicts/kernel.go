// One set of counters for all, with atomics whose old value is used: lanes of one class queue.
package bankconflicts

import "gpucourse/gpusim/gpu"

const classes, chunk = 16, 8192

func Histogram(bins, in []int32, n int) {
	counters := gpu.Shared[[classes]int32]()
	t := gpu.ThreadIdx.X
	if t < classes {
		counters[t] = 0
	}
	gpu.SyncThreads()
	first := gpu.BlockIdx.X * chunk
	for i := first + t; i < min(first+chunk, n); i += gpu.BlockDim.X {
		if gpu.AtomicAdd(&counters[in[i]%classes], 1) < 0 { // want `bank conflicts, limit 319` `bank t mod 32`
			return
		}
	}
	gpu.SyncThreads()
	if t < classes {
		gpu.AtomicAdd(&bins[t], counters[t])
	}
}
