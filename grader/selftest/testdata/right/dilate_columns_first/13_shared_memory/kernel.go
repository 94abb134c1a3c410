// Columns first, straight from global memory: a thread walks down its column, and down one of the halo.
package tiling

import "gpucourse/gpusim/gpu"

func Dilate(out, in []float32, width, height int) {
	const reach = 4
	best := gpu.Shared[[8][32 + 2*reach]float32]()
	lane, warp := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	tile := gpu.Shared[[16][32 + 2*reach]float32]()
	left, top := gpu.BlockIdx.X*32-reach, gpu.BlockIdx.Y*8-reach
	for r := warp; r < 16; r += 8 {
		from := in[nearest(top+r, height)*width:]
		tile[r][lane] = from[nearest(left+lane, width)]
		if lane < 2*reach {
			tile[r][32+lane] = from[nearest(left+32+lane, width)]
		}
	}
	gpu.SyncThreads()
	for c := lane; c < 32+2*reach; c += 32 {
		v := tile[warp][c]
		for d := 1; d <= 2*reach; d++ {
			v = max(v, tile[warp+d][c])
		}
		best[warp][c] = v
	}
	gpu.SyncWarp()
	v := best[warp][lane]
	for d := 1; d <= 2*reach; d++ {
		v = max(v, best[warp][lane+d])
	}
	x, y := left+reach+lane, top+reach+warp
	if x < width && y < height {
		out[y*width+x] = v
	}
}

func nearest(i, n int) int { return min(max(i, 0), n-1) }
