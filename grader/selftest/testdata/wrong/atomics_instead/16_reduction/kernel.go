// No shared memory, no barrier: every thread adds its own sum to the total.
package reduction

import "gpucourse/gpusim/gpu"

func Total(total, in []float32, n int) {
	v := float32(0)
	for i := gpu.BlockIdx.X*256 + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * 256 {
		v += in[i]
	}
	gpu.AtomicAdd(&total[0], v) // want `goal missed: 64 global atomic requests, limit 16` `one thread adds the sum of the block` `\d+ sectors loaded by atomics`
}
