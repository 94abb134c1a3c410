// The sum of the first row goes to all lanes of the warp.
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
		sum += gpu.ShflDownSync(gpu.FullMask, sum, d, 8)
	}
	sum = gpu.ShflSync(gpu.FullMask, sum, 0)
	if i < 8*rows {
		out[i] = v / sum // want `out\[8\] has a wrong value` `row 1, column 0` `which eight lanes`
	}
}
