// Padding shifts the classes against each other, and lanes of different classes meet.
package bankconflicts

import "gpucourse/gpusim/gpu"

const classes, block, chunk = 16, 128, 8192

func Histogram(bins, in []int32, n int) {
	counters := gpu.Shared[[classes][block + 1]int32]()
	t := gpu.ThreadIdx.X
	for c := range classes {
		counters[c][t] = 0
	}
	first := gpu.BlockIdx.X * chunk
	for i := first + t; i < min(first+chunk, n); i += block {
		counters[in[i]%classes][t]++ // want `bank conflicts, limit 318` `bank t mod 32`
	}
	gpu.SyncThreads()
	if t < classes {
		sum := int32(0)
		for k := range block {
			sum += counters[t][k]
		}
		gpu.AtomicAdd(&bins[t], sum)
	}
}
