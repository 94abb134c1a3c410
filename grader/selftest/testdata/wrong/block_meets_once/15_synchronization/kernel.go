// The block meets once, before the first round.
package synchronization

import "gpucourse/gpusim/gpu"

func Sort(out, in []int32, rows int) {
	s := gpu.Shared[[256]int32]()
	t, i := gpu.ThreadIdx.X, gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X
	lane := t % 32
	if i < 32*rows {
		s[t] = in[i]
	}
	gpu.SyncThreads() // want anywhere `goal missed: \d+ barriers, limit 0`
	if i >= 32*rows {
		return
	}
	for round := range 32 {
		if lane%2 == round%2 && lane < 31 {
			a, b := s[t], s[t+1]
			s[t], s[t+1] = min(a, b), max(a, b)
		}
		gpu.SyncWarp()
	}
	out[i] = s[t]
}
