// A padded tile, and one load at a time.
package transpose

import "gpucourse/gpusim/gpu"

func Axes(out, in []float32, width, height, depth int) {
	const side, pitch = 32, 33
	box := gpu.Shared[[side * pitch]float32]()
	x0, z0 := gpu.BlockIdx.X*side, gpu.BlockIdx.Y*side
	from, to := in[gpu.BlockIdx.Z*width:], out[gpu.BlockIdx.Z*depth:]
	t := gpu.ThreadIdx.X
	for r := gpu.ThreadIdx.Y; r < side; r += gpu.BlockDim.Y {
		if x0+t < width && z0+r < depth {
			box[r*pitch+t] = from[(z0+r)*height*width+x0+t]
		}
	}
	gpu.SyncThreads()
	for r := gpu.ThreadIdx.Y; r < side; r += gpu.BlockDim.Y {
		if x0+r < width && z0+t < depth {
			to[(x0+r)*height*depth+z0+t] = box[t*pitch+r]
		}
	}
}
