// All as it should be, but a thread adds an element before it asks for the next.
package reduction

import "gpucourse/gpusim/gpu"

func Total(total, in []float32, n int) {
	part := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	v := float32(0)
	for i := gpu.BlockIdx.X*256 + t; i < n; i += gpu.GridDim.X * 256 {
		v += in[i] // want `goal missed: \d+ cycles, limit 19000` `long_scoreboard` `load several elements`
	}
	part[t] = v
	gpu.SyncThreads()
	for k := 128; k > 0; k /= 2 {
		if t < k {
			part[t] += part[t+k]
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		gpu.AtomicAdd(&total[0], part[0])
	}
}
