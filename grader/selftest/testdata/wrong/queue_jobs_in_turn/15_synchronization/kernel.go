// The blocks take jobs in turn, and forget those behind the first round.
package synchronization

import "gpucourse/gpusim/gpu"

func Queue(out, in, next []int32, jobs int) {
	row := gpu.Shared[[128]int32]()
	t, mine := gpu.ThreadIdx.X, gpu.BlockIdx.X
	if mine >= jobs {
		return
	}
	row[t] = in[128*mine+t]
	gpu.SyncThreads()
	out[128*mine+t] = row[127-t] - row[t] // want anywhere `wrong result: out\[\d+\] was never written` `is each job taken by a block`
}
