// A tile in shared memory, of which each thread looks at 81 pixels.
package tiling

import "gpucourse/gpusim/gpu"

func Dilate(out, in []float32, width, height int) {
	const pitch, rows, reach = 40, 16, 4
	tile := gpu.Shared[[rows][pitch]float32]()
	left, top := gpu.BlockIdx.X*32-reach, gpu.BlockIdx.Y*8-reach
	for k := 32*gpu.ThreadIdx.Y + gpu.ThreadIdx.X; k < pitch*rows; k += 256 {
		tile[k/pitch][k%pitch] = in[nearest(top+k/pitch, height)*width+nearest(left+k%pitch, width)]
	}
	gpu.SyncThreads()
	most := tile[gpu.ThreadIdx.Y+reach][gpu.ThreadIdx.X+reach]
	for v := range 2*reach + 1 {
		for u := range 2*reach + 1 {
			most = max(most, tile[gpu.ThreadIdx.Y+v][gpu.ThreadIdx.X+u]) // want anywhere `goal missed: \d+\.?\d* cycles, limit` `which of its neighbours look at the same ones`
		}
	}
	x, y := left+reach+gpu.ThreadIdx.X, top+reach+gpu.ThreadIdx.Y
	if x < width && y < height {
		out[y*width+x] = most
	}
}

func nearest(i, n int) int { return min(max(i, 0), n-1) }
