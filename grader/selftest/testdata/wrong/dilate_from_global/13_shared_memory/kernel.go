// Each thread loads its 81 pixels.
package tiling

import "gpucourse/gpusim/gpu"

func Dilate(out, in []float32, width, height int) {
	x, y := gpu.BlockIdx.X*32+gpu.ThreadIdx.X, gpu.BlockIdx.Y*8+gpu.ThreadIdx.Y
	if x >= width || y >= height {
		return
	}
	most := in[y*width+x]
	for v := max(0, y-4); v <= min(height-1, y+4); v++ {
		for u := max(0, x-4); u <= min(width-1, x+4); u++ {
			most = max(most, in[v*width+u]) // want anywhere `goal missed: \d+ sectors loaded, limit` `how many of them have to load it`
		}
	}
	out[y*width+x] = most
}
