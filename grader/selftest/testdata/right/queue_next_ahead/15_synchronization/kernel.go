// Thread 0 asks for the next job between the two barriers, when all have read the number of this one.
package synchronization

import "gpucourse/gpusim/gpu"

func Queue(out, in, next []int32, jobs int) {
	job, row := gpu.Shared[int32](), gpu.Shared[[128]int32]()
	t := gpu.ThreadIdx.X
	if t == 0 {
		*job = gpu.AtomicAdd(&next[0], 1)
	}
	gpu.SyncThreads()
	for {
		own := int(*job)
		if own >= jobs {
			break
		}
		row[t] = in[own*128+t]
		gpu.SyncThreads()
		if t == 0 {
			*job = gpu.AtomicAdd(&next[0], 1)
		}
		v := row[127-t] - row[t]
		gpu.SyncThreads()
		out[own*128+t] = v
	}
}
