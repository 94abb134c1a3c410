// A third of the threads bring a point each: they load far apart, as before.
package transpose

import "gpucourse/gpusim/gpu"

const block = 128

func Split(x, y, z, points []float32, n int) {
	words := gpu.Shared[[3 * block]float32]()
	i, t := gpu.BlockIdx.X*block+gpu.ThreadIdx.X, gpu.ThreadIdx.X
	if i < n {
		for c := range 3 {
			words[3*t+c] = points[3*i+c] // want `12 sectors per load request, limit 5` `load them in order|in their order`
		}
	}
	gpu.SyncThreads()
	if i < n {
		x[i], y[i], z[i] = words[3*t], words[3*t+1], words[3*t+2]
	}
}
