// Sixteen rounds carry a number only half of the way.
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
	for round := range 16 {
		if lane%2 == round%2 && lane < 31 {
			a, b := s[t], s[t+1]
			s[t], s[t+1] = min(a, b), max(a, b) // want anywhere `wrong result: out\[\d+\] has a wrong value`
		}
		gpu.SyncWarp()
	}
	out[i] = s[t]
}
