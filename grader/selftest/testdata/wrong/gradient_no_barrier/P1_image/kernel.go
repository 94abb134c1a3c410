package image

import "gpucourse/gpusim/gpu"

// Gradient reads rows of other warps without waiting for them.
func Gradient(edges, in []float32, width, height int) {
	tile := gpu.Shared[[34][34]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	left, top := 32*gpu.BlockIdx.X, 32*gpu.BlockIdx.Y
	for r := ty; r < 34; r += 8 {
		y := within(top+r-1, height) * width
		tile[r][tx] = in[y+within(left+tx-1, width)] // want `with no barrier between` `gpu.SyncThreads`
		if tx < 2 {
			tile[r][tx+32] = in[y+within(left+tx+31, width)]
		}
	}
	if left+tx >= width {
		return
	}
	for r := ty; r < 32 && top+r < height; r += 8 {
		gx := tile[r][tx+2] + 2*tile[r+1][tx+2] + tile[r+2][tx+2] - tile[r][tx] - 2*tile[r+1][tx] - tile[r+2][tx]
		gy := tile[r+2][tx] + 2*tile[r+2][tx+1] + tile[r+2][tx+2] - tile[r][tx] - 2*tile[r][tx+1] - tile[r][tx+2]
		edges[(top+r)*width+left+tx] = (max(gx, -gx) + max(gy, -gy)) / 8
	}
}

func within(i, n int) int { return min(max(i, 0), n-1) }
