// Each thread brings one pixel; nobody brings those beyond the block.
package bankconflicts

import "gpucourse/gpusim/gpu"

const tileX, tileY, radius = 32, 8, 3

func Smooth(out, in []float32, width, height int) {
	tile := gpu.Shared[[tileY][tileX + 2*radius]float32]()
	x := gpu.BlockIdx.X*tileX + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*tileY + gpu.ThreadIdx.Y
	if x < width && y < height {
		tile[gpu.ThreadIdx.Y][gpu.ThreadIdx.X+radius] = in[y*width+x]
	}
	gpu.SyncThreads()
	if x < width && y < height {
		sum := float32(0)
		for d := range 2*radius + 1 {
			sum += tile[gpu.ThreadIdx.Y][gpu.ThreadIdx.X+d] // want `tile\[0\]\[0\] is read by .*, before any thread of block`
		}
		out[y*width+x] = sum
	}
}
