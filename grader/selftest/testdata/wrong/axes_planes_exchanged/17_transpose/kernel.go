// The numbers of a tile are turned, and the tile stays in the place that it has in a box of in's shape.
package transpose

import "gpucourse/gpusim/gpu"

func Axes(out, in []float32, width, height, depth int) {
	box := gpu.Shared[[32][33]float32]()
	x0, z0, y := gpu.BlockIdx.X*32, gpu.BlockIdx.Y*32, gpu.BlockIdx.Z
	t := gpu.ThreadIdx.X
	for r := gpu.ThreadIdx.Y; r < 32; r += 8 {
		if x0+t < width && z0+r < depth {
			box[r][t] = in[((z0+r)*height+y)*width+x0+t]
		}
	}
	gpu.SyncThreads()
	for r := gpu.ThreadIdx.Y; r < 32; r += 8 {
		if x0+r < width && z0+t < depth {
			out[((x0+r)*depth+z0+t)*height+y] = box[t][r] // want anywhere `wrong result: out\[\d+\] has a wrong value`
		}
	}
}
