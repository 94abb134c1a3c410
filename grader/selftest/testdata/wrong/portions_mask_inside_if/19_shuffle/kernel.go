// Lanes behind the last row are named and not there.
package shuffle

import "gpucourse/gpusim/gpu"

func Portions(out, in []float32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < 8*rows {
		sum := in[i]
		for d := 4; d > 0; d /= 2 {
			sum += gpu.ShflXorSync(gpu.FullMask, sum, d) // want `names lane 24, which does not execute this call` `rows = 127`
		}
		out[i] = in[i] / sum
	}
}
