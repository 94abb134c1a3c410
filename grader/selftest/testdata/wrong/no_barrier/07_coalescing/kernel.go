// Staged through shared memory, but nobody waits for the other warps.
package coalescing

import "gpucourse/gpusim/gpu"

const block = 128

func Interleave(rgb, r, g, b []float32, n int) {
	pixels := gpu.Shared[[3 * block]float32]()
	first, t := gpu.BlockIdx.X*block, gpu.ThreadIdx.X
	if i := first + t; i < n {
		pixels[3*t], pixels[3*t+1], pixels[3*t+2] = r[i], g[i], b[i] // want `is written by .*no barrier between`
	}
	for k := t; k < 3*block; k += block {
		if j := 3*first + k; j < 3*n {
			rgb[j] = pixels[k]
		}
	}
}
