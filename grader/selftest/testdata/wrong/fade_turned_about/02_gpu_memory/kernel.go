// The window is turned about: it begins with the last element.
package intensity

import "gpucourse/gpusim/gpu"

func Fade(out, in, table []float32, step float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		t := step * float32(n-1-i)
		out[i] = in[i] * (4 * t * (1 - t)) // want `wrong result: out\[0\] has a wrong value`
	}
}
