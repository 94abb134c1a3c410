package image

import "gpucourse/gpusim/gpu"

// Grey gives each thread four neighbouring pixels.
func Grey(grey []float32, picture []uint32, n int) {
	first := gpu.BlockIdx.X*1024 + 4*gpu.ThreadIdx.X
	for i := first; i < min(first+4, n); i++ {
		p := picture[i] // want `goal missed: 65024 sectors loaded and stored`
		grey[i] = float32((77*(p&255) + 150*(p>>8&255) + 29*(p>>16&255)) >> 8)
	}
}
