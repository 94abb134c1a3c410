// The first step loads the neighbours from global memory.
package synchronization

import "gpucourse/gpusim/gpu"

func Smooth(out, in []float32, steps int) {
	rings := gpu.Shared[[2][256]float32]()
	t, n := gpu.ThreadIdx.X, gpu.BlockDim.X
	i, first := gpu.BlockIdx.X*n+t, gpu.BlockIdx.X*n
	left, right := (t+n-1)%n, (t+1)%n
	mine := in[i] // want anywhere `goal missed: \d+ barriers, but \d+ sectors loaded, limit \d+` `goal missed: \d+ sectors loaded, limit \d+`
	for step := range steps {
		if step == 0 {
			mine = in[first+left]/4 + mine/2 + in[first+right]/4
			continue
		}
		ring := &rings[step%2]
		ring[t] = mine
		gpu.SyncThreads()
		mine = ring[left]/4 + mine/2 + ring[right]/4
	}
	out[i] = mine
}
