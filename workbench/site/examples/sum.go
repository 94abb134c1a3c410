package kernels

import "gpucourse/gpusim/gpu"

// Sum adds up n numbers: each thread some, each warp by shuffles, and lane 0 with an atomic.
func Sum(total, in []float32, n int) {
	sum := float32(0)
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		sum += in[i]
	}
	for d := gpu.WarpSize / 2; d > 0; d /= 2 {
		sum += gpu.ShflDownSync(gpu.FullMask, sum, d)
	}
	if gpu.ThreadIdx.X%gpu.WarpSize == 0 {
		gpu.AtomicAdd(&total[0], sum)
	}
}
