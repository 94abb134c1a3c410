// The butterfly begins too far out and adds up four rows.
package shuffle

import "gpucourse/gpusim/gpu"

func Portions(out, in []float32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < 8*rows {
		v = in[i]
	}
	sum := v
	for d := 16; d > 0; d /= 2 {
		sum += gpu.ShflXorSync(gpu.FullMask, sum, d)
	}
	if i < 8*rows {
		out[i] = v / sum // want `out\[0\] has a wrong value`
	}
}
