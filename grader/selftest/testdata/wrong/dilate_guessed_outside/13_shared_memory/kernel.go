// What lies outside of the picture is a number that is thought to be below all.
package tiling

import "gpucourse/gpusim/gpu"

func Dilate(out, in []float32, width, height int) {
	const pitch, rows, reach = 40, 16, 4
	tile, best := gpu.Shared[[pitch * rows]float32](), gpu.Shared[[32 * rows]float32]()
	left, top := gpu.BlockIdx.X*32-reach, gpu.BlockIdx.Y*8-reach
	t := 32*gpu.ThreadIdx.Y + gpu.ThreadIdx.X
	for k := t; k < pitch*rows; k += 256 {
		tile[k] = -1e9
		if x, y := left+k%pitch, top+k/pitch; x >= 0 && y >= 0 && x < width && y < height {
			tile[k] = in[y*width+x]
		}
	}
	gpu.SyncThreads()
	for k := t; k < 32*rows; k += 256 {
		v := tile[k/32*pitch+k%32]
		for _, w := range tile[k/32*pitch+k%32+1:][:2*reach] {
			v = max(v, w)
		}
		best[k] = v
	}
	gpu.SyncThreads()
	v := best[t]
	for d := 1; d <= 2*reach; d++ {
		v = max(v, best[t+32*d])
	}
	x, y := left+reach+gpu.ThreadIdx.X, top+reach+gpu.ThreadIdx.Y
	if x < width && y < height {
		out[y*width+x] = v // want anywhere `wrong result: out\[\d+\] has a wrong value` `do pixels count that lie outside`
	}
}
