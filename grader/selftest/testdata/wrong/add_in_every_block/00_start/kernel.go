// Each block adds all pairs, as if it were alone.
package start

import "gpucourse/gpusim/gpu"

func Add(out, a, b []float32, n int) {
	for i := gpu.ThreadIdx.X; i < n; i += gpu.BlockDim.X {
		out[i] = a[i] + b[i] // want `259840 warp instructions, limit 9600` `102400 sectors stored, limit 1600`
	}
}
