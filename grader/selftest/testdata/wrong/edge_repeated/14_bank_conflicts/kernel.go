// Pixels outside the picture are taken from its edge instead of being 0.
package bankconflicts

import "gpucourse/gpusim/gpu"

const tileX, tileY, radius = 32, 8, 3

func Smooth(out, in []float32, width, height int) {
	tile := gpu.Shared[[tileY][tileX + 2*radius]float32]()
	y := gpu.BlockIdx.Y*tileY + gpu.ThreadIdx.Y
	for i := gpu.ThreadIdx.X; i < tileX+2*radius; i += tileX {
		x := min(max(gpu.BlockIdx.X*tileX+i-radius, 0), width-1)
		if y < height {
			tile[gpu.ThreadIdx.Y][i] = in[y*width+x]
		}
	}
	gpu.SyncThreads()
	if x := gpu.BlockIdx.X*tileX + gpu.ThreadIdx.X; x < width && y < height {
		sum := float32(0)
		for d := range 2*radius + 1 {
			sum += tile[gpu.ThreadIdx.Y][gpu.ThreadIdx.X+d]
		}
		out[y*width+x] = sum // want `out\[0\] has a wrong value` `row 0, column 0` `in\[0\] \+ … \+ in\[3\]`
	}
}
