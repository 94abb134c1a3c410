// Lanes behind the last row leave, and the mask names those that stay.
package shuffle

import "gpucourse/gpusim/gpu"

func Portions(out, in []float32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	here := gpu.BallotSync(gpu.FullMask, i < 8*rows)
	if i >= 8*rows {
		return
	}
	v := in[i]
	sum := v
	for d := 1; d < 8; d *= 2 {
		sum += gpu.ShflXorSync(here, sum, d, 8)
	}
	out[i] = v / sum
}
