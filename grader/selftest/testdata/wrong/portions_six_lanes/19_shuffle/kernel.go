// The segments are as wide as nothing on a device.
package shuffle

import "gpucourse/gpusim/gpu"

func Portions(out, in []float32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < 8*rows {
		v = in[i]
	}
	sum := v
	for d := 4; d > 0; d /= 2 {
		sum += gpu.ShflDownSync(gpu.FullMask, sum, d, 6) // want `the width 6 of a shuffle is no power of two`
	}
	if i < 8*rows {
		out[i] = v / gpu.ShflSync(gpu.FullMask, sum, 0, 8)
	}
}
