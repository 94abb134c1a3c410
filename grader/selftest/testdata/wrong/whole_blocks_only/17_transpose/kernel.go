// The last block loads as many points as it has threads.
package transpose

import "gpucourse/gpusim/gpu"

const block = 128

func Split(x, y, z, points []float32, n int) {
	words := gpu.Shared[[3 * block]float32]()
	first, t := gpu.BlockIdx.X*block, gpu.ThreadIdx.X
	for k := t; k < 3*block; k += block {
		words[k] = points[3*first+k] // want `381`
	}
	gpu.SyncThreads()
	if i := first + t; i < n {
		x[i], y[i], z[i] = words[3*t], words[3*t+1], words[3*t+2]
	}
}
