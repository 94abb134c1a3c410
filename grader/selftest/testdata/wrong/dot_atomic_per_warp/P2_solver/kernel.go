package solver

import "gpucourse/gpusim/gpu"

// Dot adds each warp's part in global memory.
func Dot(sum, a, b []float32, n int) {
	t, v := gpu.BlockIdx.X*256+gpu.ThreadIdx.X, float32(0)
	for i := t; i < n; i += 256 * gpu.GridDim.X {
		v += a[i] * b[i]
	}
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, d)
	}
	if t%32 == 0 {
		gpu.AtomicAdd(&sum[0], v) // want `goal missed: 64 global atomic requests, limit 8`
	}
}
