package image

import "gpucourse/gpusim/gpu"

// Grey leaves the pixels of a block to one warp.
func Grey(grey []float32, picture []uint32, n int) { // want `but 64 global accesses of the busiest warp` `let all warps of the launch share the work`
	if gpu.ThreadIdx.X >= 32 {
		return
	}
	for k := range 32 {
		if i := gpu.BlockIdx.X*1024 + 32*k + gpu.ThreadIdx.X; i < n {
			p := picture[i]
			grey[i] = float32((77*(p&255) + 150*(p>>8&255) + 29*(p>>16&255)) >> 8)
		}
	}
}
