// An array of the thread, indexed by data, lies in local memory.
package bankconflicts

import "gpucourse/gpusim/gpu"

const classes, block, chunk = 16, 128, 8192

func Histogram(bins, in []int32, n int) {
	counters := gpu.Shared[[classes][block]int32]()
	t := gpu.ThreadIdx.X
	var own [classes]int32
	first := gpu.BlockIdx.X * chunk
	for i := first + t; i < min(first+chunk, n); i += block {
		own[in[i]%classes]++ // want `sectors loaded and stored, limit 6360` `local memory`
	}
	for c := range classes {
		counters[c][t] = own[c]
	}
	gpu.SyncThreads()
	if t < classes {
		sum := int32(0)
		for k := range block {
			sum += counters[t][(k+t)%block]
		}
		gpu.AtomicAdd(&bins[t], sum)
	}
}
