// A third barrier ends each round.
package synchronization

import "gpucourse/gpusim/gpu"

func Queue(out, in, next []int32, jobs int) {
	job, row := gpu.Shared[int](), gpu.Shared[[128]int32]()
	t := gpu.ThreadIdx.X
	for {
		if t == 0 {
			*job = int(gpu.AtomicAdd(&next[0], 1))
		}
		gpu.SyncThreads()
		if *job >= jobs {
			return
		}
		row[t] = in[128**job+t]
		gpu.SyncThreads()
		out[128**job+t] = row[127-t] - row[t]
		gpu.SyncThreads() // want anywhere `goal missed: \d+ barriers, limit` `must a thread still look at shared memory`
	}
}
