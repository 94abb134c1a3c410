// A thread walks along elements of its own, as on a CPU.
package start

import "gpucourse/gpusim/gpu"

func Fahrenheit(out, in []float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	each := (n + threads - 1) / threads
	first := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * each
	for i := first; i < min(first+each, n); i++ {
		out[i] = 1.8*in[i] + 32 // want `sectors stored, limit 1580` `neighbouring threads neighbouring elements`
	}
}
