package image

import "gpucourse/gpusim/gpu"

// level returns the grey level of a pixel.
func level(p uint32) float32 {
	return float32((77*(p&255) + 150*(p>>8&255) + 29*(p>>16&255)) >> 8) // want `goal missed: \d+ cycles, limit 27500` `long_scoreboard`
}

// within returns the index from 0 to n-1 that is nearest to i.
func within(i, n int) int { return min(max(i, 0), n-1) }

// binomial weights five neighbours.
func binomial(a, b, c, d, e float32) float32 { return (a + e + 4*(b+d) + 6*c) * (1.0 / 16) }

// strength returns the strength of the edge between eight neighbours, row by row.
func strength(nw, n, ne, w, e, sw, s, se float32) float32 {
	x, y := ne+2*e+se-nw-2*w-sw, sw+2*s+se-nw-2*n-ne
	return (max(x, -x) + max(y, -y)) * (1.0 / 8)
}

// Edges does all stages in one launch. The tile holds grey levels, three more on each side: two for the blur, one for
// the gradient. A blurred pixel outside of the picture is the nearest one inside, so it is blurred there.
func Edges(bins []int32, picture []uint32, width, height int) {
	grey, rows := gpu.Shared[[38][38]float32](), gpu.Shared[[38][34]float32]()
	blurred, counts := gpu.Shared[[34][34]float32](), gpu.Shared[[256]int32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	t := 32*ty + tx
	left, top := 32*gpu.BlockIdx.X, 32*gpu.BlockIdx.Y
	counts[t] = 0
	for r := ty; r < 38; r += 8 {
		y := within(top+r-3, height) * width
		grey[r][tx] = level(picture[y+within(left+tx-3, width)])
		if tx < 6 {
			grey[r][tx+32] = level(picture[y+within(left+tx+29, width)])
		}
	}
	gpu.SyncThreads()
	for r := ty; r < 38; r += 8 {
		for c := tx; c < 34; c += 32 {
			at := within(left+c-1, width) - left + 1
			rows[r][c] = binomial(grey[r][at], grey[r][at+1], grey[r][at+2], grey[r][at+3], grey[r][at+4])
		}
	}
	gpu.SyncThreads()
	for r := ty; r < 34; r += 8 {
		at := within(top+r-1, height) - top + 1
		for c := tx; c < 34; c += 32 {
			blurred[r][c] = binomial(rows[at][c], rows[at+1][c], rows[at+2][c], rows[at+3][c], rows[at+4][c])
		}
	}
	gpu.SyncThreads()
	for r := ty; r < 32; r += 8 {
		if left+tx < width && top+r < height {
			e := strength(blurred[r][tx], blurred[r][tx+1], blurred[r][tx+2], blurred[r+1][tx], blurred[r+1][tx+2],
				blurred[r+2][tx], blurred[r+2][tx+1], blurred[r+2][tx+2])
			gpu.AtomicAdd(&counts[int(e)], 1)
		}
	}
	gpu.SyncThreads()
	if counts[t] > 0 {
		gpu.AtomicAdd(&bins[t], counts[t])
	}
}
