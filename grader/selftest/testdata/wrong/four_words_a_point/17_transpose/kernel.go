// Points are kept four words apart in shared memory.
package transpose

import "gpucourse/gpusim/gpu"

const block = 128

func Split(x, y, z, points []float32, n int) {
	words := gpu.Shared[[4 * block]float32]()
	first, t := gpu.BlockIdx.X*block, gpu.ThreadIdx.X
	for k := t; k < 3*block; k += block {
		if 3*first+k < 3*n {
			words[k/3*4+k%3] = points[3*first+k]
		}
	}
	gpu.SyncThreads()
	if i := first + t; i < n {
		x[i] = words[4*t] // want anywhere `bank conflicts, limit 237` `words 4 apart are not`
		y[i] = words[4*t+1]
		z[i] = words[4*t+2]
	}
}
