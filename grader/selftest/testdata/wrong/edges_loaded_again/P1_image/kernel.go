package image

import "gpucourse/gpusim/gpu"

// level returns the grey level of a pixel.
func level(p uint32) float32 {
	return float32((77*(p&255) + 150*(p>>8&255) + 29*(p>>16&255)) >> 8)
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

// Edges loads five pixels for each blurred row, and counts in global memory.
func Edges(bins []int32, picture []uint32, width, height int) {
	rows := gpu.Shared[[38][34]float32]()
	blurred := gpu.Shared[[34][34]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	left, top := 32*gpu.BlockIdx.X, 32*gpu.BlockIdx.Y
	for r := ty; r < 38; r += 8 {
		for c := tx; c < 34; c += 32 {
			at := within(left+c-1, width) - left + 1
			rows[r][c] = fromMemory(picture, within(top+r-3, height)*width, left+at-3, width)
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
			gpu.AtomicAdd(&bins[int(e)], 1) // want `goal missed: 1536 global atomic requests, limit 384`
		}
	}
}

// fromMemory blurs five pixels of a row, which it loads again for each result.
func fromMemory(picture []uint32, row, x, width int) float32 {
	return binomial(level(picture[row+within(x, width)]), level(picture[row+within(x+1, width)]), level(picture[row+within(x+2, width)]),
		level(picture[row+within(x+3, width)]), level(picture[row+within(x+4, width)]))
}
