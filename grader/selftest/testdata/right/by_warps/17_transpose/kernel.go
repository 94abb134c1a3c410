// Each warp splits 32 points of its own, so a barrier of the warp is enough.
package transpose

import "gpucourse/gpusim/gpu"

const (
	block = 128
	lanes = 32
)

func Split(x, y, z, points []float32, n int) {
	words := gpu.Shared[[block / lanes][3 * lanes]float32]()
	warp, lane := gpu.ThreadIdx.X/lanes, gpu.ThreadIdx.X%lanes
	first := gpu.BlockIdx.X*block + warp*lanes
	for k := lane; k < 3*lanes; k += lanes {
		if 3*first+k < 3*n {
			words[warp][k] = points[3*first+k]
		}
	}
	gpu.SyncWarp()
	if i := first + lane; i < n {
		x[i] = words[warp][3*lane]
		y[i] = words[warp][3*lane+1]
		z[i] = words[warp][3*lane+2]
	}
}
