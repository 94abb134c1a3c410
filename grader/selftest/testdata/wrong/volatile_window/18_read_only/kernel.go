// Every load is made to go to memory.
package readonly

import "gpucourse/gpusim/gpu"

func Smooth(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for k := range 16 {
		sum += gpu.LoadVolatile(&in[i+k]) // want `goal missed: \d+ sectors requested from L2, limit 2592` `read in through gpu.Ldg`
	}
	out[i] = sum / 16
}
