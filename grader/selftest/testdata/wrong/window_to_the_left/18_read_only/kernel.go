// The window ends at i.
package readonly

import "gpucourse/gpusim/gpu"

func Smooth(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for k := range 16 {
		sum += gpu.Ldg(&in[max(i-k, 0)])
	}
	out[i] = sum / 16 // want `wrong result: out\[0\] has a wrong value` `in\[15\]`
}
