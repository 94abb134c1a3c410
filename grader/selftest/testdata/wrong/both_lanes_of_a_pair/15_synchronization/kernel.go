// Each lane of a pair stores its own number, which takes two warp barriers per round.
package synchronization

import "gpucourse/gpusim/gpu"

func Sort(out, in []int32, rows int) {
	s := gpu.Shared[[256]int32]()
	t, i := gpu.ThreadIdx.X, gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X
	lane := t % 32
	if i >= 32*rows {
		return
	}
	s[t] = in[i]
	gpu.SyncWarp()
	for round := range 32 {
		v := s[t]
		if lane%2 == round%2 && lane < 31 {
			v = min(v, s[t+1])
		} else if lane%2 != round%2 && lane > 0 {
			v = max(v, s[t-1])
		}
		gpu.SyncWarp()
		s[t] = v // want anywhere `goal missed: 65000 warp barriers, limit 40000`
		gpu.SyncWarp()
	}
	out[i] = s[t]
}
