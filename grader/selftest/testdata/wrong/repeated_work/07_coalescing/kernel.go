// Right, and without gaps, but every block writes the whole picture.
package coalescing

import "gpucourse/gpusim/gpu"

func Interleave(rgb, r, g, b []float32, n int) {
	for j := gpu.ThreadIdx.X; j < 3*n; j += gpu.BlockDim.X {
		v := r[j/3]
		if j%3 == 1 {
			v = g[j/3]
		}
		if j%3 == 2 {
			v = b[j/3]
		}
		rgb[j] = v // want anywhere `Interleave executed \d+ warp instructions without ending`
	}
}
