// The step reads, waits, stores and waits.
package synchronization

import "gpucourse/gpusim/gpu"

func Smooth(out, in []float32, steps int) {
	ring := gpu.Shared[[256]float32]()
	t, n := gpu.ThreadIdx.X, gpu.BlockDim.X
	i := gpu.BlockIdx.X*n + t
	left, right := (t+n-1)%n, (t+1)%n
	ring[t] = in[i]
	for range steps {
		gpu.SyncThreads()
		v := ring[left]/4 + ring[t]/2 + ring[right]/4
		gpu.SyncThreads()
		ring[t] = v
	} // want anywhere `goal missed: \d+ barriers, limit \d+` `with two arrays that change places one is enough`
	out[i] = ring[t]
}
