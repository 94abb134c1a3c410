// A tile without padding: its columns lie in one bank.
package transpose

import "gpucourse/gpusim/gpu"

func Axes(out, in []float32, width, height, depth int) {
	box := gpu.Shared[[32][32]float32]()
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
			out[((x0+r)*height+y)*depth+z0+t] = box[t][r] // want anywhere `goal missed: \d+\.?\d* cycles, limit 34500`
		}
	}
}
