// Only the lanes of a warp wait for each other, but neighbours may be in another warp.
package synchronization

import "gpucourse/gpusim/gpu"

func Smooth(out, in []float32, steps int) {
	rings := gpu.Shared[[2][256]float32]()
	t, n := gpu.ThreadIdx.X, gpu.BlockDim.X
	i := gpu.BlockIdx.X*n + t
	left, right := (t+n-1)%n, (t+1)%n
	mine := in[i]
	for step := range steps {
		ring := &rings[step%2]
		ring[t] = mine
		gpu.SyncWarp()
		mine = ring[left]/4 + mine/2 + ring[right]/4 // want anywhere `rings\[\d+\]\[\d+\] is .* with no barrier between` `SharedRace`
	}
	out[i] = mine
}
