package image

import "gpucourse/gpusim/gpu"

// Gradient loads eight pixels for each result.
func Gradient(edges, in []float32, width, height int) {
	x := gpu.BlockIdx.X*32 + gpu.ThreadIdx.X
	left, right := within(x-1, width), within(x+1, width)
	for k := range 4 {
		y := gpu.BlockIdx.Y*32 + gpu.ThreadIdx.Y + 8*k
		if x >= width || y >= height {
			continue
		}
		up, here, down := within(y-1, height)*width, y*width, within(y+1, height)*width
		gx := in[up+right] + 2*in[here+right] + in[down+right] - in[up+left] - 2*in[here+left] - in[down+left] // want `goal missed: \d+ global load requests, limit 7680`
		gy := in[down+left] + 2*in[down+x] + in[down+right] - in[up+left] - 2*in[up+x] - in[up+right]
		edges[y*width+x] = (max(gx, -gx) + max(gy, -gy)) / 8
	}
}

func within(i, n int) int { return min(max(i, 0), n-1) }
