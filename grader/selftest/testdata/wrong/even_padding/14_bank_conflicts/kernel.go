// Rows of ten words are even: two lanes meet in each bank they use.
package bankconflicts

import "gpucourse/gpusim/gpu"

const tileX, tileY, radius = 32, 8, 3

func Smooth(out, in []float32, width, height int) {
	tile := gpu.Shared[[tileX + 2*radius][tileY + 2]float32]()
	y := gpu.BlockIdx.Y*tileY + gpu.ThreadIdx.Y
	for i := gpu.ThreadIdx.X; i < tileX+2*radius; i += tileX {
		pixel := float32(0)
		if x := gpu.BlockIdx.X*tileX + i - radius; x >= 0 && x < width && y < height {
			pixel = in[y*width+x]
		}
		tile[i][gpu.ThreadIdx.Y] = pixel
	}
	gpu.SyncThreads()
	if x := gpu.BlockIdx.X*tileX + gpu.ThreadIdx.X; x < width && y < height {
		sum := float32(0)
		for d := range 2*radius + 1 {
			sum += tile[gpu.ThreadIdx.X+d][gpu.ThreadIdx.Y] // want `bank conflicts of loads, limit 750` `last index of tile`
		}
		out[y*width+x] = sum
	}
}
