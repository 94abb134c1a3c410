// Each block moves all elements, as if it were alone.
package start

import "gpucourse/gpusim/gpu"

func Roll(out, in []float32, n, shift int) {
	for i := gpu.ThreadIdx.X; i < n; i += gpu.BlockDim.X {
		out[i] = in[((i-shift)%n+n)%n] // want `sectors stored, limit` `warp instructions, limit`
	}
}
