package solver

import "gpucourse/gpusim/gpu"

// Step reads the new residual again for its square.
func Step(x, r, rr, p, q []float32, alpha float32, n int) {
	t, v := gpu.BlockIdx.X*256+gpu.ThreadIdx.X, float32(0)
	for i := t; i < n; i += 256 * gpu.GridDim.X {
		x[i] += alpha * p[i]
	}
	for i := t; i < n; i += 256 * gpu.GridDim.X {
		r[i] -= alpha * q[i]
	}
	for i := t; i < n; i += 256 * gpu.GridDim.X {
		v += r[i] * r[i]
	}
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, d)
	}
	if t%32 == 0 {
		gpu.AtomicAdd(&rr[0], v) // want `goal missed: 64 global atomic requests, limit 8`
	}
}
